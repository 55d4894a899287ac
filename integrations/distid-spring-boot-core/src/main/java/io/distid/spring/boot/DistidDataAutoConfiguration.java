package io.distid.spring.boot;

import io.distid.NamedGenerators;
import io.distid.entity.EntityCheck;
import io.distid.entity.EntityIdException;
import io.distid.entity.IdFields;
import io.distid.springdata.JdbcIdCallback;
import io.distid.springdata.MongoIdCallback;
import io.distid.springdata.R2dbcIdCallback;
import io.distid.springdata.ReactiveMongoIdCallback;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.jdbc.core.mapping.JdbcMappingContext;
import org.springframework.data.mapping.PersistentEntity;
import org.springframework.data.mapping.context.MappingContext;
import org.springframework.data.mongodb.core.mapping.MongoMappingContext;
import org.springframework.data.r2dbc.mapping.R2dbcMappingContext;

/**
 * Fills fields with {@code @DistId} of entities that Spring Data inserts, if id-spring-data is present. There is a
 * callback for each store that the application has. For Spring Boot. Stateless: safe for use by any number of threads.
 */
@AutoConfiguration(
        after = DistidAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.autoconfigure.data.jdbc.JdbcRepositoriesAutoConfiguration",
            "org.springframework.boot.autoconfigure.data.r2dbc.R2dbcDataAutoConfiguration",
            "org.springframework.boot.autoconfigure.data.mongo.MongoDataAutoConfiguration",
            "org.springframework.boot.autoconfigure.data.mongo.MongoReactiveDataAutoConfiguration",
            "org.springframework.boot.data.jdbc.autoconfigure.DataJdbcRepositoriesAutoConfiguration",
            "org.springframework.boot.data.r2dbc.autoconfigure.DataR2dbcAutoConfiguration",
            "org.springframework.boot.data.mongodb.autoconfigure.DataMongoAutoConfiguration",
            "org.springframework.boot.data.mongodb.autoconfigure.DataMongoReactiveAutoConfiguration"
        })
@ConditionalOnClass({JdbcIdCallback.class, MappingContext.class})
public class DistidDataAutoConfiguration {
    DistidDataAutoConfiguration() {}

    /** Checks the entities that Boot has found when the application starts, as for JPA. */
    private static SmartInitializingSingleton check(
            ObjectProvider<? extends MappingContext<?, ?>> mappings, NamedGenerators generators) {
        return () -> {
            Set<Class<?>> entities = new LinkedHashSet<>();
            mappings.forEach(
                    mapping -> mapping.getPersistentEntities().forEach(entity -> entities.add(entity.getType())));
            EntityCheck.require(entities, generators);
        };
    }

    /**
     * Refuses {@code @DistId} in entities without an id. To Spring Data JDBC they are no roots, and it calls back for
     * roots alone. Roots in other stores may have no id.
     */
    private static void requireRoots(ObjectProvider<JdbcMappingContext> mappings) {
        List<PersistentEntity<?, ?>> entities = new ArrayList<>();
        mappings.forEach(mapping -> mapping.getPersistentEntities().forEach(entities::add));
        List<String> problems = new ArrayList<>();
        for (PersistentEntity<?, ?> entity : entities) {
            if (!entity.hasIdProperty()) {
                IdFields.of(entity.getType())
                        .forEach(field -> problems.add(field.failure(
                                        "its entity has no @Id, and Spring Data JDBC stores it as a part of another one and fills"
                                                + " nothing there: set the value yourself, and remove the annotation",
                                        null)
                                .getMessage()));
            }
        }
        if (!problems.isEmpty()) {
            throw new EntityIdException(String.join(System.lineSeparator(), problems));
        }
    }

    /** For Spring Data JDBC. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(JdbcMappingContext.class)
    static class Jdbc {
        @Bean
        @ConditionalOnBean(JdbcMappingContext.class)
        @ConditionalOnMissingBean
        static JdbcIdCallback distidJdbcIdCallback(DistidGenerators generators, JdbcMappingContext mapping) {
            return new JdbcIdCallback(generators, mapping);
        }

        @Bean
        @ConditionalOnBean(JdbcMappingContext.class)
        SmartInitializingSingleton distidJdbcEntityCheck(
                DistidGenerators generators, ObjectProvider<JdbcMappingContext> mappings) {
            SmartInitializingSingleton check = check(mappings, generators);
            return () -> {
                check.afterSingletonsInstantiated();
                requireRoots(mappings);
            };
        }
    }

    /** For Spring Data R2DBC. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(R2dbcMappingContext.class)
    static class R2dbc {
        @Bean
        @ConditionalOnBean(R2dbcMappingContext.class)
        @ConditionalOnMissingBean
        static R2dbcIdCallback distidR2dbcIdCallback(DistidGenerators generators, R2dbcMappingContext mapping) {
            return new R2dbcIdCallback(generators, mapping);
        }

        @Bean
        @ConditionalOnBean(R2dbcMappingContext.class)
        SmartInitializingSingleton distidR2dbcEntityCheck(
                DistidGenerators generators, ObjectProvider<R2dbcMappingContext> mappings) {
            return check(mappings, generators);
        }
    }

    /** For Spring Data MongoDB. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(value = MongoMappingContext.class, name = "com.mongodb.client.MongoClient")
    static class Mongo {
        @Bean
        @ConditionalOnBean(MongoMappingContext.class)
        @ConditionalOnMissingBean
        static MongoIdCallback distidMongoIdCallback(DistidGenerators generators, MongoMappingContext mapping) {
            return new MongoIdCallback(generators, mapping);
        }
    }

    /** For Spring Data MongoDB with the reactive driver. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(
            value = MongoMappingContext.class,
            name = {"com.mongodb.reactivestreams.client.MongoClient", "reactor.core.publisher.Mono"})
    static class ReactiveMongo {
        @Bean
        @ConditionalOnBean(MongoMappingContext.class)
        @ConditionalOnMissingBean
        static ReactiveMongoIdCallback distidReactiveMongoIdCallback(
                DistidGenerators generators, MongoMappingContext mapping) {
            return new ReactiveMongoIdCallback(generators, mapping);
        }
    }

    /** For Spring Data MongoDB with either driver. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MongoMappingContext.class)
    static class Documents {
        @Bean
        @ConditionalOnBean(MongoMappingContext.class)
        SmartInitializingSingleton distidMongoEntityCheck(
                DistidGenerators generators, ObjectProvider<MongoMappingContext> mappings) {
            return check(mappings, generators);
        }
    }
}
