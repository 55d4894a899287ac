package io.distid.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.LongIdGenerator;
import io.distid.snowflake.Snowflake;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.env.MapPropertySource;

/** What a generator is that is opened anew, and which are not. */
class ReopeningTest {
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(DistidAutoConfiguration.class))
            .withPropertyValues(
                    "spring.application.name=shop",
                    "distid.generators.orders.strategy=snowflake",
                    "distid.generators.orders.worker.id=3");

    /** Else the ids of one bean would be drawn in two namespaces. */
    @Test
    void settingsAreThoseOfTheStartThoughTheEnvironmentHasChanged() {
        runner.run(context -> {
            LongIdGenerator ids = context.getBean(LongIdGenerator.class);
            ids.unwrap(Snowflake.class).close();
            context.getSourceApplicationContext()
                    .getEnvironment()
                    .getPropertySources()
                    .addFirst(new MapPropertySource(
                            "refreshed",
                            Map.of(
                                    "spring.application.name", "another",
                                    "distid.generators.orders.worker.id", "4",
                                    "distid.generators.orders.text-prefix", "ord_")));

            context.getBean(DistidGenerators.class).reopen("orders");

            assertThat(ids.stats().closed()).isFalse();
            assertThat(ids.stats().lease().orElseThrow().workerId()).isEqualTo(3);
            assertThat(ids.nextText()).containsOnlyDigits();
        });
    }

    @Test
    void usableGeneratorIsNotReopened() {
        runner.run(context -> assertThatThrownBy(
                        () -> context.getBean(DistidGenerators.class).reopen("orders"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("it can still be used"));
    }
}
