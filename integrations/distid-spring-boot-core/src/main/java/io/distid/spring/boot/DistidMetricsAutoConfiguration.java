package io.distid.spring.boot;

import io.distid.micrometer.DistidMetrics;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/**
 * Meters of all generators, if Micrometer and id-micrometer are present: Boot binds them to each registry. For Spring
 * Boot. Stateless.
 */
@AutoConfiguration(after = DistidAutoConfiguration.class)
@ConditionalOnClass({MeterBinder.class, DistidMetrics.class})
public class DistidMetricsAutoConfiguration {
    DistidMetricsAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    DistidMetrics distidMetrics(DistidGenerators generators) {
        DistidMetrics metrics = new DistidMetrics();
        generators.names().forEach(name -> metrics.add(name, generators.get(name)));
        return metrics;
    }
}
