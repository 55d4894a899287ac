package io.distid.spring.boot3;

import io.distid.coordination.CallStats;
import io.distid.coordination.FencedLocks;
import io.distid.coordination.IdempotencyTokens;
import io.distid.spring.boot.CoordinationHealth;
import io.distid.spring.boot.DistidCoordinationAutoConfiguration;
import java.util.function.Supplier;
import org.springframework.boot.actuate.autoconfigure.health.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthContributor;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** Health {@code distidLocks} and {@code distidTokens}, if the application has them. For Spring Boot. Stateless. */
@AutoConfiguration(after = DistidCoordinationAutoConfiguration.class)
@ConditionalOnClass({HealthContributor.class, ConditionalOnEnabledHealthIndicator.class, FencedLocks.class})
public class CoordinationHealthAutoConfiguration {
    CoordinationHealthAutoConfiguration() {}

    @Bean
    @ConditionalOnBean(FencedLocks.class)
    @ConditionalOnEnabledHealthIndicator("distid")
    HealthContributor distidLocksHealthContributor(FencedLocks locks) {
        return indicator(locks::stats);
    }

    @Bean
    @ConditionalOnBean(IdempotencyTokens.class)
    @ConditionalOnEnabledHealthIndicator("distid")
    HealthContributor distidTokensHealthContributor(IdempotencyTokens tokens) {
        return indicator(tokens::stats);
    }

    private static HealthIndicator indicator(Supplier<CallStats> stats) {
        return () -> {
            CoordinationHealth health = CoordinationHealth.of(stats.get());
            Health.Builder builder = health.up() ? Health.up() : Health.down();
            return builder.withDetails(health.details()).build();
        };
    }
}
