package io.distid.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.IdStats;
import io.distid.IdTraits;
import io.distid.LongIdGenerator;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.actuate.endpoint.SanitizableData;
import org.springframework.boot.actuate.endpoint.SanitizingFunction;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** What the endpoint tells of generators that are not open, or cannot tell. */
class EndpointTest {
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(DistidAutoConfiguration.class))
            .withPropertyValues("distid.generators.orders.strategy=snowflake", "distid.generators.orders.worker.id=3");

    @Test
    void lazyGeneratorIsReportedAsUnopenedAndStaysUnopened() {
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

    /** Whoever may see all values of the environment sees no key and no password of distid's. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "distid.generators.orders.text-key",
                "distid.generators.orders.textKeys",
                "DISTID_GENERATORS_ORDERS_TEXT_KEY",
                "DISTID_SNOWFLAKE_TEXT_KEYS",
                "distid.generators.orders.worker.password",
                "distid.generators.orders.worker.url"
            })
    void secretsAreMaskedInTheEnvironment(String key) {
        runner.withConfiguration(AutoConfigurations.of(DistidEndpointAutoConfiguration.class))
                .run(context -> {
                    SanitizingFunction function = context.getBean(SanitizingFunction.class);
                    assertThat(function.apply(new SanitizableData(null, key, "s3cr3t"))
                                    .getValue())
                            .isEqualTo(SanitizableData.SANITIZED_VALUE);
                    assertThat(function.apply(new SanitizableData(null, "distid.generators.orders.text", "opaque"))
                                    .getValue())
                            .isEqualTo("opaque");
                    assertThat(function.apply(new SanitizableData(null, "spring.datasource.url", "jdbc"))
                                    .getValue())
                            .isEqualTo("jdbc");
                });
    }
}
