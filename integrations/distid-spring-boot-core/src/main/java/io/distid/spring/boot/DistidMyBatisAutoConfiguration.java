package io.distid.spring.boot;

import com.baomidou.mybatisplus.core.incrementer.IdentifierGenerator;
import io.distid.IdGenerator;
import io.distid.mybatis.DistidIdentifierGenerator;
import io.distid.mybatis.EntityGenerators;
import io.distid.mybatis.IdentifierWiring;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import org.apache.ibatis.session.SqlSessionFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * The ids of entities that MyBatis-Plus inserts, where there is id-mybatis-plus: by {@code distid.mybatis.default}, and {@code distid.mybatis.tables} for tables of their
 * own, or by a bean of type {@link EntityGenerators}. Whoever builds a session factory without it is warned at start. For Spring Boot.
 */
@AutoConfiguration(after = DistidAutoConfiguration.class)
@ConditionalOnClass({IdentifierGenerator.class, DistidIdentifierGenerator.class, SqlSessionFactory.class})
public class DistidMyBatisAutoConfiguration {
    private static final System.Logger LOG = System.getLogger(DistidMyBatisAutoConfiguration.class.getName());
    private static final String DEFAULT = "distid.mybatis.default";
    private static final String TABLES = "distid.mybatis.tables";

    DistidMyBatisAutoConfiguration() {}

    /** Without either nothing says which generator is meant. */
    static final class IsNamed implements Condition {
        @Override
        public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
            Environment environment = context.getEnvironment();
            return environment.containsProperty(DEFAULT) || !tables(environment).isEmpty();
        }
    }

    @Bean
    @ConditionalOnMissingBean
    @Conditional(IsNamed.class)
    EntityGenerators distidEntityGenerators(Environment environment, DistidGenerators generators) {
        EntityGenerators.Builder names = EntityGenerators.builder(generators);
        String byDefault = environment.getProperty(DEFAULT);
        if (byDefault != null) {
            names.byDefault(byDefault);
        }
        tables(environment).forEach(names::table);
        return names.build();
    }

    private static Map<String, String> tables(Environment environment) {
        return Binder.get(environment)
                .bind(TABLES, Bindable.mapOf(String.class, String.class))
                .orElse(Map.of());
    }

    @Bean
    @ConditionalOnMissingBean(IdentifierGenerator.class)
    @ConditionalOnBean(EntityGenerators.class)
    DistidIdentifierGenerator distidIdentifierGenerator(EntityGenerators names) {
        return new DistidIdentifierGenerator(names);
    }

    @Bean
    SmartInitializingSingleton distidMyBatisCheck(
            ObjectProvider<DistidIdentifierGenerator> generator, ListableBeanFactory beans) {
        return () -> {
            DistidIdentifierGenerator used = generator.getIfUnique();
            if (used != null) {
                beans.getBeansOfType(SqlSessionFactory.class, false, false)
                        .values()
                        .forEach(factory -> IdentifierWiring.warnUnlessUsed(used, factory));
            } else if (beans.getBeanNamesForType(IdentifierGenerator.class, true, false).length == 0
                    && beans.getBeanNamesForType(IdGenerator.class, true, false).length > 0) {
                LOG.log(
                        Level.WARNING,
                        "MyBatis-Plus takes no ids from distid: " + DEFAULT + " names no generator. It is one of "
                                + String.join(
                                        ", ",
                                        List.copyOf(beans.getBean(DistidGenerators.class)
                                                .names()))
                                + ".");
            }
        };
    }
}
