package io.distid.spring.boot;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import com.baomidou.mybatisplus.annotation.TableId;
import com.baomidou.mybatisplus.annotation.TableName;
import com.baomidou.mybatisplus.core.MybatisConfiguration;
import com.baomidou.mybatisplus.core.config.GlobalConfig;
import com.baomidou.mybatisplus.core.incrementer.IdentifierGenerator;
import com.baomidou.mybatisplus.core.metadata.TableInfoHelper;
import com.baomidou.mybatisplus.core.toolkit.GlobalConfigUtils;
import io.distid.ConfigException;
import io.distid.mybatis.DistidIdentifierGenerator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.apache.ibatis.builder.MapperBuilderAssistant;
import org.apache.ibatis.session.SqlSessionFactory;
import org.apache.ibatis.session.defaults.DefaultSqlSessionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.NestedExceptionUtils;

/** MyBatis-Plus draws from the generator that is named, or somebody is told. */
class MyBatisTest {
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(Line.ALL)
            .withPropertyValues(
                    "spring.datasource.url=jdbc:mysql://localhost:1/none",
                    "distid.generators.orders.strategy=snowflake",
                    "distid.generators.orders.worker.id=3",
                    "distid.generators.items.strategy=snowflake",
                    "distid.generators.items.worker.id=4");

    private static final Logger LOGGER = Logger.getLogger("io.distid");
    private final List<String> warnings = new CopyOnWriteArrayList<>();

    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord entry) {
            if (entry.getMessage().contains("takes no ids")
                    || entry.getMessage().contains("named for tables")) {
                warnings.add(entry.getMessage());
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        LOGGER.setLevel(Level.WARNING);
        LOGGER.addHandler(handler);
    }

    @AfterEach
    void end() {
        LOGGER.removeHandler(handler);
        LOGGER.setLevel(null);
    }

    /** As applications build one that pass over the bean. */
    @Configuration(proxyBeanMethods = false)
    static class BuiltByHand {
        @Bean
        SqlSessionFactory sessions() {
            return new DefaultSqlSessionFactory(new MybatisConfiguration());
        }
    }

    /** As MyBatis-Plus's own starter builds one. */
    @Configuration(proxyBeanMethods = false)
    static class BuiltWithTheBean {
        @Bean
        SqlSessionFactory sessions(IdentifierGenerator generator) {
            MybatisConfiguration configuration = new MybatisConfiguration();
            GlobalConfig global = GlobalConfigUtils.defaults();
            global.setIdentifierGenerator(generator);
            GlobalConfigUtils.setGlobalConfig(configuration, global);
            return new DefaultSqlSessionFactory(configuration);
        }
    }

    @Test
    void namedGeneratorIsMyBatisPluss() {
        runner.withUserConfiguration(BuiltWithTheBean.class)
                .withPropertyValues("distid.mybatis.generator=orders")
                .run(context -> {
                    assertThat(context).hasNotFailed().hasSingleBean(DistidIdentifierGenerator.class);
                    long id = context.getBean(IdentifierGenerator.class)
                            .nextId(new Object())
                            .longValue();
                    assertThat(id >> 12 & 1023).isEqualTo(3);
                });
        assertThat(warnings).isEmpty();
    }

    @Test
    void sessionFactoryThatIgnoresTheBeanIsReportedAtStart() {
        runner.withUserConfiguration(BuiltByHand.class)
                .withPropertyValues("distid.mybatis.generator=orders")
                .run(context -> assertThat(context).hasNotFailed());
        assertThat(warnings)
                .singleElement(as(STRING))
                .contains("takes no ids from distid")
                .contains("setIdentifierGenerator");
    }

    /** An environment variable's name has no case, and its underscores are dots. */
    @Test
    void tableWithoutAnEntityIsReportedAtStart() {
        runner.withUserConfiguration(BuiltWithTheBean.class)
                .withInitializer(context -> TableInfoHelper.initTableInfo(
                        new MapperBuilderAssistant(new MybatisConfiguration(), ""), Item.class))
                .withPropertyValues(
                        "distid.mybatis.generator=orders",
                        "distid.mybatis.tables.T_ITEM=items",
                        "distid.mybatis.tables.t.item=items")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    long id = context.getBean(IdentifierGenerator.class)
                            .nextId(new Item())
                            .longValue();
                    assertThat(id >> 12 & 1023).isEqualTo(4);
                });
        assertThat(warnings)
                .singleElement(as(STRING))
                .contains("for these: t.item. Write a table as MyBatis-Plus does");
    }

    @TableName("t_item")
    static class Item {
        @TableId
        public long id;
    }

    @Test
    void settingsWithoutAGeneratorAreAnsweredWithTheConfiguredOnes() {
        runner.run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(IdentifierGenerator.class));
        assertThat(warnings)
                .containsExactly(
                        "MyBatis-Plus takes no ids from distid: distid.mybatis.generator names no generator. It is one of items,"
                                + " orders.");
    }

    @Test
    void unknownNameIsRefused() {
        runner.withPropertyValues("distid.mybatis.tables.t_order=order")
                .run(context -> assertThat(NestedExceptionUtils.getMostSpecificCause(context.getStartupFailure()))
                        .isInstanceOf(ConfigException.class)
                        .hasMessage("there is no generator \"order\": configured are items, orders"));
    }
}
