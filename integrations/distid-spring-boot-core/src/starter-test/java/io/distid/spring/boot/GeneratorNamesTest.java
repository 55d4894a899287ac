package io.distid.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.ConfigException;
import io.distid.IdGenerators;
import io.distid.LongIdGenerator;
import io.distid.NamedGenerators;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.NestedExceptionUtils;

/** What generators can be called, with health, metrics and the endpoint. */
class GeneratorNamesTest {
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(Line.ALL)
            .withPropertyValues("spring.datasource.url=jdbc:mysql://127.0.0.1:1/not-asked");

    @ParameterizedTest
    @ValueSource(strings = {"a/b", "&orders", "orders;v", "orders?", "a  b", " a", "orders\u0007", "*"})
    void nameThatSomethingDoesNotTakeIsRefusedAtStart(String name) {
        runner.withPropertyValues("distid.generators[" + name + "].strategy=uuid-v7")
                .run(context -> assertThat(failure(context.getStartupFailure()))
                        .isInstanceOf(ConfigException.class)
                        .message()
                        .startsWith("the name of generator \"" + name + "\" below distid.generators (from ")
                        .contains("distid.generators[" + name + "].strategy")
                        .endsWith("must be letters, digits, dots, underscores or hyphens, with single spaces between"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"order items", "bestell\u00fcbersicht", "\u8ba2\u5355", "a.b", "Orders_2-b"})
    void nameInBracketsIsTakenAsItIs(String name) {
        runner.withPropertyValues("distid.generators[" + name + "].strategy=uuid-v7")
                .run(context -> {
                    assertThat(context).hasNotFailed().hasBean(name + "IdGenerator");
                    NamedGenerators all = context.getBean(NamedGenerators.class);
                    assertThat(all.names()).containsExactly(name);
                    assertThat(all.getUuid(name).nextUuid().version()).isEqualTo(7);
                    assertThat(new DistidEndpoint(context.getBean(DistidGenerators.class)).generator(name))
                            .containsEntry("strategy", "uuid-v7");
                });
    }

    @Test
    void nameThatSpringWouldChangeIsRefusedAtStart() {
        runner.withPropertyValues("distid.generators.order items.strategy=uuid-v7")
                .run(context -> assertThat(failure(context.getStartupFailure()))
                        .isInstanceOf(ConfigException.class)
                        .hasMessageContaining(
                                "generator \"order items\" in property \"distid.generators.order items.strategy\"")
                        .hasMessageContaining("must be in brackets, as distid.generators[order items].*"));
        runner.withPropertyValues("distid.generators.\u8ba2\u5355.strategy=uuid-v7")
                .run(context -> assertThat(failure(context.getStartupFailure()))
                        .isInstanceOf(ConfigException.class)
                        .hasMessageContaining("must be in brackets, as distid.generators[\u8ba2\u5355].*"));
        runner.withPropertyValues("distid.generators.a/b.strategy=uuid-v7")
                .run(context -> assertThat(failure(context.getStartupFailure()))
                        .isInstanceOf(ConfigException.class)
                        .hasMessageContaining("generator \"a/b\"")
                        .hasMessageEndingWith(
                                "must be letters, digits, dots, underscores or hyphens, with single spaces between"));
    }

    @Test
    void aSettingOfANameInBracketsIsShownInBrackets() {
        runner.withPropertyValues("distid.generators[order items].worker.id=3")
                .run(context -> assertThat(failure(context.getStartupFailure()))
                        .hasMessageStartingWith("distid.generators[order items]: key \"strategy\" is not set"));
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnConfiguration {
        @Bean("tenant/orders")
        LongIdGenerator own() {
            return IdGenerators.openLong("snowflake", Map.of("worker.id", "9"));
        }
    }

    /** Health's own message names no generator. */
    @Test
    void aBeanWhoseNameHealthDoesNotTakeIsNamed() {
        runner.withUserConfiguration(OwnConfiguration.class)
                .run(context -> assertThat(failure(context.getStartupFailure()))
                        .isInstanceOf(ConfigException.class)
                        .hasMessage(
                                "bean \"tenant/orders\" is an id generator, and a health component cannot have that name: call it"
                                        + " without \"/\", or set management.health.distid.enabled=false"));
        runner.withUserConfiguration(OwnConfiguration.class)
                .withPropertyValues("management.health.distid.enabled=false")
                .run(context -> assertThat(
                                context.getBean(NamedGenerators.class).names())
                        .containsExactly("tenant/orders"));
    }

    private static Throwable failure(Throwable startup) {
        assertThat(startup).isNotNull();
        return NestedExceptionUtils.getMostSpecificCause(startup);
    }
}
