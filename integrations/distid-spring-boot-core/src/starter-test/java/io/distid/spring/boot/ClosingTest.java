package io.distid.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.distid.LongIdGenerator;
import io.distid.NamedGenerators;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Generators are closed after all that depends on them, with what they hold. */
class ClosingTest {
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(DistidAutoConfiguration.class))
            .withPropertyValues(
                    "distid.generators.orders.strategy=snowflake",
                    "distid.generators.orders.worker.id=3",
                    "distid.generators.orders.clock=coarse");

    /** Draws an id when it is destroyed, as one does that writes a last row. */
    record LastRow(LongIdGenerator orders, List<Long> drawn) implements DisposableBean {
        @Override
        public void destroy() {
            drawn.add(orders.nextId());
        }
    }

    /** Knows the registry alone, as a framework does. */
    record Framework(NamedGenerators all, List<Long> drawn) implements DisposableBean {
        @Override
        public void destroy() {
            drawn.add(all.getLong("orders").nextId());
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Dependents {
        @Bean
        List<Long> drawn() {
            return new ArrayList<>();
        }

        @Bean
        LastRow lastRow(LongIdGenerator orders, List<Long> drawn) {
            return new LastRow(orders, drawn);
        }

        @Bean
        Framework framework(NamedGenerators all, List<Long> drawn) {
            return new Framework(all, drawn);
        }
    }

    @Test
    @SuppressWarnings("unchecked")
    void whatDependsOnAGeneratorDrawsUntilItIsDestroyed() {
        List<List<Long>> kept = new ArrayList<>();
        List<LongIdGenerator> generators = new ArrayList<>();
        runner.withUserConfiguration(Dependents.class).run(context -> {
            kept.add((List<Long>) context.getBean("drawn"));
            generators.add(context.getBean(LongIdGenerator.class));
            assertThat(generators.get(0).stats().closed()).isFalse();
        });
        assertThat(kept.get(0)).hasSize(2).allMatch(id -> id > 0);
        assertThat(generators.get(0).stats().closed()).isTrue();
    }

    @Test
    void generatorIsClosedOnceThoughItsBeanIsAutoCloseable() {
        runner.run(context -> assertThat(context.getBeanFactory()
                        .getBeanDefinition("ordersIdGenerator")
                        .getDestroyMethodName())
                .isEmpty());
    }

    @Test
    void fiftyContextsLeaveNoThread() {
        runner.run(context -> assertThat(context).hasNotFailed());
        Set<String> before = threads();
        for (int i = 0; i < 50; i++) {
            // The same worker id each time, which only one generator of a process can have.
            runner.run(context ->
                    assertThat(context.getBean(LongIdGenerator.class).nextId()).isPositive());
        }
        // Some end a moment later: the one that logs warnings, and the clock that generators share.
        await().pollInSameThread()
                .atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(threads()).isSubsetOf(before));
    }

    private static Set<String> threads() {
        Set<String> names = new TreeSet<>();
        Thread.getAllStackTraces().keySet().forEach(thread -> names.add(thread.getName() + "#" + thread.getId()));
        return names;
    }
}
