package io.distid.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.distid.IdGenerator;
import io.distid.IdGenerators;
import io.distid.LongIdGenerator;
import io.distid.NamedGenerators;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;

/** Generators are closed after all that depends on them, with what they hold. */
class ClosingTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final String[] ORDERS = {
        "distid.generators.orders.strategy=snowflake",
        "distid.generators.orders.worker.id=3",
        "distid.generators.orders.clock=coarse"
    };
    /** As {@code spring.main.lazy-initialization} does it. */
    private static final ApplicationContextInitializer<ConfigurableApplicationContext> LAZY =
            context -> context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor());

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(DistidAutoConfiguration.class))
            .withPropertyValues(ORDERS);

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
    void closedRegistryOpensNoGenerator() {
        runner.withInitializer(LAZY).run(context -> closeAndAsk(context.getBean(NamedGenerators.class), context));
        assertWorkerIdIsFree();
    }

    /** The container finds all that another registry needs there, and would make one. */
    @Test
    void closedRegistryOpensNoGeneratorWhileAParentIsOpen() {
        new ApplicationContextRunner().withPropertyValues(ORDERS).run(parent -> {
            runner.withInitializer(LAZY)
                    .withParent(parent.getSourceApplicationContext())
                    .run(context -> closeAndAsk(context.getBean(NamedGenerators.class), context));
            assertWorkerIdIsFree();
        });
    }

    private static void closeAndAsk(NamedGenerators all, AssertableApplicationContext context) {
        context.close();

        assertThatThrownBy(() -> all.get("orders"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the application is closed: generator \"orders\" is not opened any more")
                .hasNoCause();
        assertThatThrownBy(() -> all.find("orders")).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void generatorThatWasFoundBeforeAnswersByItselfAfterClosing() {
        List<NamedGenerators> kept = new ArrayList<>();
        runner.run(context -> {
            kept.add(context.getBean(NamedGenerators.class));
            kept.get(0).get("orders");
        });
        assertThat(kept.get(0).get("orders").stats().closed()).isTrue();
    }

    @Test
    void generatorThatIsStillBeingOpenedIsClosedOnceItIsOpen(@TempDir Path directory) throws Exception {
        CompletableFuture<IdGenerator> late = new CompletableFuture<>();
        CompletableFuture<Void> released = new CompletableFuture<>();
        try (URLClassLoader strategies = SlowProvider.classLoader(directory);
                SlowProvider.Openings openings = SlowProvider.openings()) {
            runner.withInitializer(LAZY)
                    .withClassLoader(strategies)
                    .withPropertyValues(
                            "distid.generators.orders.strategy=slow",
                            "distid.generators.items.strategy=snowflake",
                            "distid.generators.items.worker.id=4")
                    .run(context -> {
                        NamedGenerators all = context.getBean(NamedGenerators.class);
                        IdGenerator items = all.get("items");
                        complete(late, () -> all.get("orders"));
                        openings.awaitOpen();
                        // The container waits for the opening before its closing ends.
                        complete(released, () -> {
                            await().pollInSameThread()
                                    .atMost(LONG)
                                    .until(() -> items.stats().closed());
                            openings.release();
                            return null;
                        });
                    });
            released.get(LONG.toSeconds(), TimeUnit.SECONDS);

            assertThat(late)
                    .failsWithin(LONG)
                    .withThrowableThat()
                    .havingCause()
                    .isInstanceOf(IllegalStateException.class)
                    .withMessage("the application is closed: generator \"orders\" is not opened any more");
            assertThat(openings.opened().stats().closed()).isTrue();
        }
        assertWorkerIdIsFree();
    }

    private static <T> void complete(CompletableFuture<T> future, Supplier<T> supplier) {
        Thread thread = new Thread(() -> {
            try {
                future.complete(supplier.get());
            } catch (RuntimeException | Error e) {
                future.completeExceptionally(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    /** Of this process only one generator can have it. */
    private void assertWorkerIdIsFree() {
        runner.run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(context.getBean(LongIdGenerator.class).nextId()).isPositive();
        });
    }

    @Test
    void dataSourceThatIsLentAfterClosingIsTakenBack() {
        DefaultListableBeanFactory beans = new DefaultListableBeanFactory();
        beans.registerSingleton("latePool", new SimpleDriverDataSource());
        ApplicationDataSources dataSources = new ApplicationDataSources(beans);
        dataSources.close();

        assertThatThrownBy(() -> dataSources.lend("latePool"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the application is closed: data source \"latePool\" is no longer lent");
        assertThatThrownBy(() -> IdGenerators.openLong("mysql-update", Map.of("data-source", "none")))
                .hasMessageContaining("it shares ")
                .hasMessageNotContaining("latePool");
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
