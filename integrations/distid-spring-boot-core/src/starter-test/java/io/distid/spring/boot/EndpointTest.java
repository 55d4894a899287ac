package io.distid.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.IdStats;
import io.distid.IdTraits;
import io.distid.LongIdGenerator;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** What the endpoint tells of generators that are not open, or cannot tell. */
class EndpointTest {
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(DistidAutoConfiguration.class))
            .withPropertyValues("distid.generators.orders.strategy=snowflake", "distid.generators.orders.worker.id=3");

    @Test
    void whatLazyInitializationHasNotOpenedIsToldSoAndNotOpened() {
        runner.withInitializer(context ->
                        context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
                .run(context -> {
                    DistidGenerators generators = context.getBean(DistidGenerators.class);
                    DistidEndpoint endpoint = new DistidEndpoint(generators);
                    assertThat(endpoint.generators()).isEqualTo(Map.of("orders", Map.of("opened", false)));
                    assertThat(endpoint.generator("orders")).isEqualTo(Map.of("opened", false));
                    assertThat(endpoint.generator("items")).isNull();
                    assertThat(context.getBeanFactory().containsSingleton("ordersIdGenerator"))
                            .isFalse();

                    generators.get("orders");
                    assertThat(endpoint.generator("orders")).containsEntry("strategy", "snowflake");
                });
    }

    /** Its own bean, which is broken: the message might name a store. */
    private static final class Broken implements LongIdGenerator {
        @Override
        public long nextId() {
            return 1;
        }

        @Override
        public IdTraits traits() {
            return IdTraits.builder("broken").build();
        }

        @Override
        public IdStats stats() {
            throw new UnsupportedOperationException("redis://secret@host");
        }

        @Override
        public void close() {}
    }

    @Test
    void oneThatCannotTellTakesNothingFromTheOthers() {
        runner.withBean("broken", LongIdGenerator.class, Broken::new).run(context -> {
            DistidEndpoint endpoint = new DistidEndpoint(context.getBean(DistidGenerators.class));
            assertThat(endpoint.generators())
                    .containsEntry("broken", Map.of("error", "UnsupportedOperationException"))
                    .hasEntrySatisfying("orders", orders -> assertThat(orders).containsEntry("strategy", "snowflake"));
        });
    }
}
