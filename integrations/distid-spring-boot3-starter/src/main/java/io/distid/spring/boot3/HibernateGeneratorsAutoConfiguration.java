package io.distid.spring.boot3;

import io.distid.entity.GeneratorsContributor;
import io.distid.spring.boot.DistidAutoConfiguration;
import io.distid.spring.boot.DistidGenerators;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.orm.jpa.HibernatePropertiesCustomizer;
import org.springframework.context.annotation.Bean;

/**
 * Gives Hibernate the application's generators for {@code @DistId}, if id-hibernate and Hibernate are present. For
 * Spring Boot. Stateless.
 */
@AutoConfiguration(after = DistidAutoConfiguration.class)
@ConditionalOnClass({HibernatePropertiesCustomizer.class, GeneratorsContributor.class})
public class HibernateGeneratorsAutoConfiguration {
    HibernateGeneratorsAutoConfiguration() {}

    @Bean
    HibernatePropertiesCustomizer distidHibernateCustomizer(DistidGenerators generators) {
        return properties -> properties.putIfAbsent(GeneratorsContributor.SETTING, generators);
    }
}
