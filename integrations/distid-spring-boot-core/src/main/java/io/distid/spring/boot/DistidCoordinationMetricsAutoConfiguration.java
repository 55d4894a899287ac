package io.distid.spring.boot;

import io.distid.coordination.CallStats;
import io.distid.coordination.FencedLocks;
import io.distid.coordination.IdempotencyTokens;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.function.Function;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/**
 * Meters of locks and tokens, if Micrometer is present: Boot binds them to each registry. For Spring Boot. Stateless.
 */
@AutoConfiguration(after = DistidCoordinationAutoConfiguration.class)
@ConditionalOnClass({MeterBinder.class, FencedLocks.class})
public class DistidCoordinationMetricsAutoConfiguration {
    DistidCoordinationMetricsAutoConfiguration() {}

    @Bean
    @ConditionalOnBean(FencedLocks.class)
    MeterBinder distidLockMetrics(FencedLocks locks) {
        return registry ->
                bind(registry, "distid.lock.calls", "Calls that asked for a lock", locks, FencedLocks::stats);
    }

    @Bean
    @ConditionalOnBean(IdempotencyTokens.class)
    MeterBinder distidTokenMetrics(IdempotencyTokens tokens) {
        return registry -> bind(
                registry,
                "distid.token.calls",
                "Calls that issued, consumed or began to use a token",
                tokens,
                IdempotencyTokens::stats);
    }

    private static <T> void bind(
            MeterRegistry registry, String name, String description, T source, Function<T, CallStats> stats) {
        FunctionCounter.builder(name, source, of -> stats.apply(of).succeeded())
                .description(description)
                .tag("result", "success")
                .register(registry);
        FunctionCounter.builder(name, source, of -> stats.apply(of).failed())
                .description(description)
                .tag("result", "failure")
                .register(registry);
    }
}
