package io.distid.spring.boot4;

import io.distid.IdGenerator;
import io.distid.spring.boot.DistidAutoConfiguration;
import io.distid.spring.boot.DistidGenerators;
import io.distid.spring.boot.GeneratorHealth;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthContributor;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/** Health {@code distid}, with a component for each generator, for the group of readiness. For Spring Boot. Stateless. */
@AutoConfiguration(after = DistidAutoConfiguration.class)
@ConditionalOnClass({HealthContributor.class, ConditionalOnEnabledHealthIndicator.class})
public class DistidHealthAutoConfiguration {
    DistidHealthAutoConfiguration() {}

    /* The annotation of the condition is a class of Boot's health, so this class needs it. */
    @Bean
    @ConditionalOnEnabledHealthIndicator("distid")
    HealthContributor distidHealthContributor(DistidGenerators generators) {
        Map<String, HealthContributor> components = new LinkedHashMap<>();
        generators
                .names()
                .forEach(name -> components.put(GeneratorHealth.component(name), indicator(generators.get(name))));
        return CompositeHealthContributor.fromMap(components);
    }

    private static HealthIndicator indicator(IdGenerator generator) {
        return () -> {
            GeneratorHealth health = GeneratorHealth.of(generator);
            return Health.status(health.status().name())
                    .withDetails(health.details())
                    .build();
        };
    }
}
