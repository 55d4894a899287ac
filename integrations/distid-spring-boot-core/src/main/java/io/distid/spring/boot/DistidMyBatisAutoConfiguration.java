package io.distid.spring.boot;

import com.baomidou.mybatisplus.core.incrementer.IdentifierGenerator;
import io.distid.IdGenerator;
import io.distid.mybatis.DistidIdentifierGenerator;
import io.distid.mybatis.EntityGenerators;
import io.distid.mybatis.IdentifierWiring;
import java.lang.System.Logger.Level;
import org.apache.ibatis.session.SqlSessionFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Gives ids to entities that MyBatis-Plus inserts, if id-mybatis-plus is present. {@code distid.mybatis.generator}
 * names the generator, {@code distid.mybatis.tables} those of single tables. A bean of type {@link EntityGenerators}
 * takes their place. A warning is logged at start if a session factory does not use it, or a table is named that no
 * entity has. For Spring Boot. Stateless: safe for use by any number of threads.
 */
@AutoConfiguration(
        after = DistidAutoConfiguration.class,
        beforeName = "com.baomidou.mybatisplus.autoconfigure.IdentifierGeneratorAutoConfiguration")
@ConditionalOnClass({IdentifierGenerator.class, DistidIdentifierGenerator.class, SqlSessionFactory.class})
public class DistidMyBatisAutoConfiguration {
    private static final System.Logger LOG = System.getLogger(DistidMyBatisAutoConfiguration.class.getName());

    DistidMyBatisAutoConfiguration() {}

    /** Whether the settings name a generator. */
    static final class IsNamed implements Condition {
        @Override
        public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
            return !DistidProperties.of(context.getEnvironment()).mybatis().isEmpty();
        }
    }

    @Bean
    @ConditionalOnMissingBean
    @Conditional(IsNamed.class)
    EntityGenerators distidEntityGenerators(Environment environment, DistidGenerators generators) {
        DistidProperties.MyBatis named = DistidProperties.of(environment).mybatis();
        EntityGenerators.Builder names = EntityGenerators.builder(generators);
        if (named.generator() != null) {
            names.byDefault(named.generator());
        }
        named.tables().forEach(names::table);
        return names.build();
    }

    @Bean
    @ConditionalOnMissingBean(IdentifierGenerator.class)
    @ConditionalOnBean(EntityGenerators.class)
    DistidIdentifierGenerator distidIdentifierGenerator(EntityGenerators names) {
        return new DistidIdentifierGenerator(names);
    }

    @Bean
    SmartInitializingSingleton distidMyBatisCheck(
            ObjectProvider<DistidIdentifierGenerator> generator, ListableBeanFactory beans, Environment environment) {
        return () -> {
            DistidIdentifierGenerator used = generator.getIfUnique();
            if (used != null) {
                beans.getBeansOfType(SqlSessionFactory.class, false, false)
                        .values()
                        .forEach(factory -> IdentifierWiring.warnUnlessUsed(used, factory));
                IdentifierWiring.warnOfUnknownTables(used);
            } else if (!DistidProperties.of(environment).mybatis().isEmpty()) {
                LOG.log(
                        Level.WARNING,
                        "MyBatis-Plus takes no ids from distid, though distid.mybatis names generators: the application has another"
                                + " IdentifierGenerator, "
                                + String.join(", ", beans.getBeanNamesForType(IdentifierGenerator.class, true, false))
                                + ".");
            } else if (beans.getBeanNamesForType(IdentifierGenerator.class, true, false).length == 0
                    && beans.getBeanNamesForType(IdGenerator.class, true, false).length > 0) {
                LOG.log(
                        Level.WARNING,
                        "MyBatis-Plus takes no ids from distid: " + DistidProperties.MyBatis.GENERATOR
                                + " names no generator. It is one of "
                                + String.join(
                                        ", ",
                                        beans.getBean(DistidGenerators.class).names())
                                + ".");
            }
        };
    }
}
