package io.distid.mybatis;

import static org.assertj.core.api.Assertions.assertThat;

import com.baomidou.mybatisplus.core.MybatisConfiguration;
import io.distid.testservers.Database;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.apache.ibatis.session.Configuration;
import org.apache.ibatis.session.SqlSessionFactory;
import org.apache.ibatis.session.defaults.DefaultSqlSessionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class IdentifierWiringTest {
    /** Never connected to. */
    private static final Database DATABASE = new Database("shop", "jdbc:mysql://localhost/shop", "nobody", "");

    private final Generators generators = new Generators();
    private final DistidIdentifierGenerator identifiers = new DistidIdentifierGenerator(
            EntityGenerators.builder(generators.named()).byDefault("others").build());
    private final Logger logger = Logger.getLogger(IdentifierWiring.class.getName());
    private final List<String> logged = new ArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord entry) {
            logged.add(entry.getLevel() + " " + entry.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        logger.setLevel(Level.ALL);
        logger.addHandler(handler);
    }

    @AfterEach
    void stopListening() {
        logger.removeHandler(handler);
        generators.close();
    }

    @Test
    void aSessionFactoryThatUsesTheGeneratorIsPassedOver() {
        SqlSessionFactory factory = SessionFactories.plus(DATABASE, identifiers);
        assertThat(IdentifierWiring.warnUnlessUsed(identifiers, factory)).isTrue();
        assertThat(logged).isEmpty();
    }

    @Test
    void aSessionFactoryThatDrawsIdsOfMyBatisPlusIsNamed() {
        SqlSessionFactory factory = SessionFactories.plus(DATABASE, null);
        assertThat(IdentifierWiring.warnUnlessUsed(identifiers, factory)).isFalse();
        assertThat(logged)
                .containsExactly(
                        "WARNING The session factory of environment \"shop\" takes no ids from distid: its identifier"
                                + " generator is a com.baomidou.mybatisplus.core.incrementer.DefaultIdentifierGenerator."
                                + " Give its GlobalConfig the generator, by setIdentifierGenerator, before the session factory is built.");
    }

    @Test
    void aSessionFactoryWithoutAnyGeneratorIsNamed() {
        SqlSessionFactory factory = new DefaultSqlSessionFactory(new MybatisConfiguration());
        assertThat(IdentifierWiring.warnUnlessUsed(identifiers, factory)).isFalse();
        assertThat(logged).singleElement().asString().contains("its identifier generator is not set");
    }

    @Test
    void aSessionFactoryOfMyBatisWithoutPlusIsPassedOver() {
        SqlSessionFactory factory = new DefaultSqlSessionFactory(new Configuration());
        assertThat(IdentifierWiring.warnUnlessUsed(identifiers, factory)).isTrue();
        assertThat(logged).isEmpty();
    }
}
