package io.distid.spring.boot;

import io.distid.entity.EntityCheck;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.metamodel.ManagedType;
import jakarta.persistence.metamodel.MappedSuperclassType;
import java.util.LinkedHashSet;
import java.util.Set;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/**
 * Checks all entities when the application starts, if id-hibernate and JPA are present. If a {@code @DistId} names a
 * generator that is not configured, the start fails and the error lists all such fields. Otherwise the first insert
 * would fail. For Spring Boot. Stateless.
 */
@AutoConfiguration(after = DistidAutoConfiguration.class)
@ConditionalOnClass({EntityManagerFactory.class, EntityCheck.class})
public class DistidEntityAutoConfiguration {
    DistidEntityAutoConfiguration() {}

    @Bean
    SmartInitializingSingleton distidEntityCheck(DistidGenerators generators, ListableBeanFactory beans) {
        return () -> {
            Set<Class<?>> entities = new LinkedHashSet<>();
            for (EntityManagerFactory factory : beans.getBeansOfType(EntityManagerFactory.class, false, false)
                    .values()) {
                for (ManagedType<?> type : factory.getMetamodel().getManagedTypes()) {
                    // A mapped superclass may leave a field's type to its subclasses, which have its fields, too. A
                    // type made from a mapping alone has no class.
                    if (!(type instanceof MappedSuperclassType<?>) && type.getJavaType() != null) {
                        entities.add(type.getJavaType());
                    }
                }
            }
            EntityCheck.require(entities, generators);
        };
    }
}
