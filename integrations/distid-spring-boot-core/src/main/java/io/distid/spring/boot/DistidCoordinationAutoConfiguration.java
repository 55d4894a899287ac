package io.distid.spring.boot;

import io.distid.coordination.FencedLocks;
import io.distid.coordination.IdempotencyTokens;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/**
 * The application's locks and idempotency tokens, each if its store is set. An empty store, as in a test, counts as not
 * set. For Spring Boot. Stateless.
 */
@AutoConfiguration(after = DistidAutoConfiguration.class)
@ConditionalOnClass(FencedLocks.class)
public class DistidCoordinationAutoConfiguration {
    DistidCoordinationAutoConfiguration() {}

    @Bean(destroyMethod = "close")
    @ConditionalOnExpression("!'${distid.locks.store:}'.isBlank()")
    @ConditionalOnMissingBean
    FencedLocks distidLocks(DistidGenerators generators) {
        return generators.open(CoordinationKind.LOCKS, FencedLocks::open);
    }

    @Bean(destroyMethod = "close")
    @ConditionalOnExpression("!'${distid.tokens.store:}'.isBlank()")
    @ConditionalOnMissingBean
    IdempotencyTokens distidTokens(DistidGenerators generators) {
        return generators.open(CoordinationKind.TOKENS, IdempotencyTokens::open);
    }
}
