package io.distid.mybatis;

import static org.assertj.core.api.Assertions.assertThat;

import com.baomidou.mybatisplus.core.MybatisConfiguration;
import io.distid.testkit.ReducedClassPath;
import org.apache.ibatis.executor.keygen.NoKeyGenerator;
import org.apache.ibatis.mapping.MappedStatement;
import org.apache.ibatis.mapping.SqlCommandType;
import org.apache.ibatis.session.Configuration;
import org.junit.jupiter.api.Test;

/** A class path that has MyBatis and no MyBatis-Plus. */
class WithoutPlusTest {

    @Test
    void keysAreSetWithoutMyBatisPlus() {
        Object key = ReducedClassPath.call(Application.class, "insert", MybatisConfiguration.class);
        assertThat(Generators.workerOf((Long) key)).isEqualTo(3);
    }

    /** What an application with MyBatis alone does. */
    public static final class Application {
        public long id;

        /** Returns the key that was set. */
        public static long insert() {
            try (Generators generators = new Generators()) {
                EntityGenerators names = EntityGenerators.builder(generators.named())
                        .byDefault("others")
                        .build();
                DistidKeyGenerator keys = new DistidKeyGenerator(names);
                Configuration configuration = new Configuration();
                configuration.addInterceptor(new DistidKeyInterceptor(keys));
                MappedStatement statement = new MappedStatement.Builder(
                                configuration, "insert", parameter -> null, SqlCommandType.INSERT)
                        .keyGenerator(NoKeyGenerator.INSTANCE)
                        .keyProperty("id")
                        .build();
                Application inserted = new Application();
                keys.processBefore(null, statement, null, inserted);
                return inserted.id;
            }
        }
    }
}
