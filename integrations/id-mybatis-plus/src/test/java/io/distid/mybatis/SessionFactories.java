package io.distid.mybatis;

import com.baomidou.mybatisplus.core.MybatisConfiguration;
import com.baomidou.mybatisplus.core.MybatisSqlSessionFactoryBuilder;
import com.baomidou.mybatisplus.core.config.GlobalConfig;
import com.baomidou.mybatisplus.core.incrementer.IdentifierGenerator;
import com.baomidou.mybatisplus.core.toolkit.GlobalConfigUtils;
import io.distid.testservers.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.apache.ibatis.datasource.pooled.PooledDataSource;
import org.apache.ibatis.mapping.Environment;
import org.apache.ibatis.plugin.Interceptor;
import org.apache.ibatis.session.Configuration;
import org.apache.ibatis.session.SqlSessionFactory;
import org.apache.ibatis.session.SqlSessionFactoryBuilder;
import org.apache.ibatis.transaction.jdbc.JdbcTransactionFactory;
import org.jspecify.annotations.Nullable;

/** Session factories, built by hand, as applications with several databases do. */
final class SessionFactories {
    private SessionFactories() {}

    /** Of MyBatis-Plus. */
    static SqlSessionFactory plus(Database database, @Nullable IdentifierGenerator identifiers) {
        MybatisConfiguration configuration = new MybatisConfiguration(environment(database));
        GlobalConfig global = GlobalConfigUtils.defaults().setBanner(false);
        if (identifiers != null) {
            global.setIdentifierGenerator(identifiers);
        }
        GlobalConfigUtils.setGlobalConfig(configuration, global);
        Entities.MAPPERS.forEach(configuration::addMapper);
        return new MybatisSqlSessionFactoryBuilder().build(configuration);
    }

    /** Of MyBatis without Plus. */
    static SqlSessionFactory plain(Database database, Class<?> mapper, Interceptor interceptor) {
        Configuration configuration = new Configuration(environment(database));
        configuration.addInterceptor(interceptor);
        configuration.addMapper(mapper);
        return new SqlSessionFactoryBuilder().build(configuration);
    }

    static void create(Database database, List<String> tables) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            for (String table : tables) {
                statement.execute(table);
            }
        }
    }

    private static Environment environment(Database database) {
        return new Environment(
                "shop",
                new JdbcTransactionFactory(),
                new PooledDataSource("com.mysql.cj.jdbc.Driver", database.url(), database.user(), database.password()));
    }
}
