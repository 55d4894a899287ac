package io.distid.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.coordination.Consumption;
import io.distid.coordination.FencedLocks;
import io.distid.coordination.IdempotencyTokens;
import io.distid.coordination.LockGrant;
import io.distid.testservers.Database;
import io.distid.testservers.MySqlServer;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Locks and tokens of an application, in its own database. */
class CoordinationBeansTest {
    private final ApplicationContextRunner application = new ApplicationContextRunner().withConfiguration(Line.ALL);

    @Test
    void applicationHasItsLocksAndTokensWithHealthAndMeters() {
        Database database = MySqlServer.shared().createDatabase();
        Line.withDatabase(application, database)
                .withPropertyValues(
                        "distid.locks.store=mysql",
                        "distid.locks.create=true",
                        "distid.locks.lease=10min",
                        "distid.locks.timeout=60s",
                        "distid.tokens.store=mysql",
                        "distid.tokens.create=true",
                        "distid.tokens.timeout=60s",
                        "distid.tokens.strategy.text=base62")
                .run(context -> {
                    FencedLocks locks = context.getBean(FencedLocks.class);
                    try (LockGrant grant = locks.lock("invoices").lock()) {
                        assertThat(grant.remaining()).hasMinutes(9);
                        assertThat(locks.lock("invoices").tryLock()).isEmpty();
                    }
                    IdempotencyTokens tokens = context.getBean(IdempotencyTokens.class);
                    String token = tokens.issue();
                    assertThat(token).hasSize(22);
                    assertThat(tokens.consume(token)).isEqualTo(Consumption.ACCEPTED);

                    assertThat(context)
                            .hasBean("distidLocksHealthContributor")
                            .hasBean("distidTokensHealthContributor");
                    CoordinationHealth health = CoordinationHealth.of(locks.stats());
                    assertThat(health.up()).isTrue();
                    assertThat(health.details()).containsEntry("succeeded", 2L).containsEntry("failed", 0L);

                    SimpleMeterRegistry registry = new SimpleMeterRegistry();
                    context.getBeansOfType(MeterBinder.class).values().forEach(binder -> binder.bindTo(registry));
                    assertThat(registry.get("distid.lock.calls")
                                    .tag("result", "success")
                                    .functionCounter()
                                    .count())
                            .isEqualTo(2);
                    assertThat(registry.get("distid.token.calls")
                                    .tag("result", "failure")
                                    .functionCounter()
                                    .count())
                            .isZero();
                    context.close();
                    assertThat(CoordinationHealth.of(locks.stats()).up()).isFalse();
                    assertThat(tokens.stats().closed()).isTrue();
                });
    }

    @Test
    void withoutAStoreThereAreNone() {
        application
                .withPropertyValues("distid.locks.store=")
                .run(context -> assertThat(context)
                        .doesNotHaveBean(FencedLocks.class)
                        .doesNotHaveBean(IdempotencyTokens.class)
                        .doesNotHaveBean("distidLocksHealthContributor"));
    }
}
