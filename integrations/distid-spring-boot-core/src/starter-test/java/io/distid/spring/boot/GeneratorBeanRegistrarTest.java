package io.distid.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.ConfigException;
import io.distid.IdGenerators;
import io.distid.LongIdGenerator;
import io.distid.NamedGenerators;
import io.distid.UuidGenerator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Fallback;
import org.springframework.context.annotation.Primary;
import org.springframework.context.annotation.Scope;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** Which beans there are, what they are found by, and what an application's own do to them. */
class GeneratorBeanRegistrarTest {
    private final ApplicationContextRunner runner =
            new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(DistidAutoConfiguration.class));

    private static final String[] TWO = {
        "distid.generators.orders.strategy=snowflake",
        "distid.generators.orders.worker.id=3",
        "distid.generators.items.strategy=snowflake",
        "distid.generators.items.worker.id=4",
        "distid.generators.requests.strategy=uuid-v7"
    };

    /** Injected as applications do it. */
    record Service(LongIdGenerator orders, LongIdGenerator items, UuidGenerator requests, NamedGenerators all) {}

    @Configuration(proxyBeanMethods = false)
    static class ServiceConfiguration {
        @Bean
        Service service(
                @Qualifier("orders") LongIdGenerator orders,
                @Qualifier("items") LongIdGenerator items,
                UuidGenerator requests,
                NamedGenerators all) {
            return new Service(orders, items, requests, all);
        }

        /** An application's service is called like its generator. */
        @Bean
        String orders() {
            return "a bean of another type";
        }
    }

    @Test
    void eachNameIsAQualifiedBeanAndIsFoundInTheRegistry() {
        runner.withUserConfiguration(ServiceConfiguration.class)
                .withPropertyValues(TWO)
                .run(context -> {
                    Service service = context.getBean(Service.class);
                    assertThat(service.orders().nextId()).isPositive();
                    assertThat(service.orders().stats().lease().orElseThrow().workerId())
                            .isEqualTo(3);
                    assertThat(service.items().stats().lease().orElseThrow().workerId())
                            .isEqualTo(4);
                    assertThat(service.requests().nextUuid().version()).isEqualTo(7);
                    assertThat(service.all().names()).containsExactly("items", "orders", "requests");
                    assertThat(service.all().getLong("orders")).isSameAs(service.orders());
                    assertThat(service.all().find("customers")).isEmpty();
                });
    }

    @Test
    void onlyGeneratorOfItsKindIsPrimary() {
        runner.withPropertyValues(TWO).run(context -> {
            var definitions = context.getBeanFactory();
            assertThat(definitions.getBeanDefinition("requestsIdGenerator").isPrimary())
                    .isTrue();
            assertThat(definitions.getBeanDefinition("ordersIdGenerator").isPrimary())
                    .isFalse();
        });
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnConfiguration {
        @Bean
        @Qualifier("orders")
        LongIdGenerator mine() {
            return IdGenerators.openLong("snowflake", Map.of("worker.id", "9"));
        }
    }

    @Test
    void beanOfTheApplicationWins() {
        runner.withUserConfiguration(OwnConfiguration.class)
                .withPropertyValues(
                        "distid.generators.orders.strategy=snowflake", "distid.generators.orders.worker.id=3")
                .run(context -> {
                    assertThat(context).hasSingleBean(LongIdGenerator.class);
                    LongIdGenerator found =
                            context.getBean(NamedGenerators.class).getLong("orders");
                    assertThat(found).isSameAs(context.getBean("mine"));
                    assertThat(found.stats().lease().orElseThrow().workerId()).isEqualTo(9);
                });
    }

    private static LongIdGenerator snowflake(int worker) {
        return IdGenerators.openLong("snowflake", Map.of("worker.id", String.valueOf(worker)));
    }

    @Configuration(proxyBeanMethods = false)
    static class TwoOwn {
        @Bean
        @Qualifier("orders")
        LongIdGenerator first() {
            return snowflake(8);
        }

        @Bean
        @Qualifier("orders")
        LongIdGenerator second() {
            return snowflake(9);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class TwoOwnOfWhichOneIsPrimary {
        @Bean
        @Primary
        @Qualifier("orders")
        LongIdGenerator first() {
            return snowflake(8);
        }

        @Bean
        @Qualifier("orders")
        LongIdGenerator second() {
            return snowflake(9);
        }

        @Bean
        List<LongIdGenerator> injected(@Qualifier("orders") LongIdGenerator orders) {
            return List.of(orders);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class TwoOwnOfWhichOneIsAFallback {
        @Bean
        @Qualifier("orders")
        LongIdGenerator first() {
            return snowflake(8);
        }

        @Bean
        @Fallback
        @Qualifier("orders")
        LongIdGenerator second() {
            return snowflake(9);
        }

        @Bean
        List<LongIdGenerator> injected(@Qualifier("orders") LongIdGenerator orders) {
            return List.of(orders);
        }
    }

    @Test
    void twoOwnBeansOfOneNameAreRefused() {
        String message =
                "beans \"first\" and \"second\" are each a generator \"orders\": give all but one another name or"
                        + " qualifier, or make one of those with the qualifier primary";
        runner.withUserConfiguration(TwoOwn.class).run(context -> {
            NamedGenerators all = context.getBean(NamedGenerators.class);
            assertThatThrownBy(() -> all.get("orders"))
                    .isInstanceOf(ConfigException.class)
                    .hasMessage(message);
            assertThat(all.getLong("second")).isSameAs(context.getBean("second"));
        });
        runner.withUserConfiguration(TwoOwn.class)
                .withPropertyValues("distid.generators.orders.strategy=snowflake")
                .run(context -> assertThat(context.getStartupFailure())
                        .isInstanceOf(ConfigException.class)
                        .hasMessage(message));
    }

    @ParameterizedTest
    @ValueSource(classes = {TwoOwnOfWhichOneIsPrimary.class, TwoOwnOfWhichOneIsAFallback.class})
    void ofTwoOwnBeansOfOneNameTheRegistryFindsTheOneThatIsInjected(Class<?> configuration) {
        runner.withUserConfiguration(configuration)
                .withPropertyValues("distid.generators.orders.strategy=snowflake")
                .run(context -> assertThat(
                                context.getBean(NamedGenerators.class).getLong("orders"))
                        .isSameAs(context.getBean("first"))
                        .isSameAs(((List<?>) context.getBean("injected")).get(0)));
    }

    @Configuration(proxyBeanMethods = false)
    static class OneAroundAnother {
        @Bean
        LongIdGenerator orders() {
            return snowflake(8);
        }

        @Bean
        @Primary
        LongIdGenerator ordersIdGenerator() {
            return snowflake(9);
        }

        @Bean
        List<LongIdGenerator> injected(@Qualifier("orders") LongIdGenerator orders) {
            return List.of(orders);
        }
    }

    @Test
    void ofTwoOwnBeansTheOneWithTheQualifierIsTheGeneratorOfThatName() {
        runner.withUserConfiguration(OneAroundAnother.class)
                .run(context -> assertThat(
                                context.getBean(NamedGenerators.class).getLong("orders"))
                        .isSameAs(context.getBean("orders"))
                        .isSameAs(((List<?>) context.getBean("injected")).get(0)));
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnPrototype {
        @Bean
        @Scope("prototype")
        LongIdGenerator orders() {
            return snowflake(9);
        }
    }

    /** It would be injected beside the one that the registry finds. */
    @Test
    void ownPrototypeOfTheNameOfAConfiguredOneIsRefused() {
        runner.withUserConfiguration(OwnPrototype.class)
                .withPropertyValues(
                        "distid.generators.orders.strategy=snowflake", "distid.generators.orders.worker.id=3")
                .run(context -> assertThat(context.getStartupFailure())
                        .isInstanceOf(ConfigException.class)
                        .hasMessage("bean \"orders\" is an id generator in scope \"prototype\", and"
                                + " distid.generators.orders configures one of that name: make the bean a singleton, or"
                                + " remove those settings"));
        runner.withUserConfiguration(OwnPrototype.class)
                .withPropertyValues("distid.generators.items.strategy=snowflake", "distid.generators.items.worker.id=3")
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void ownBeanOfAnotherNameIsInTheRegistryToo() {
        runner.withBean(
                        "invoices",
                        LongIdGenerator.class,
                        () -> IdGenerators.openLong("snowflake", Map.of("worker.id", "8")))
                .run(context -> assertThat(
                                context.getBean(NamedGenerators.class).names())
                        .containsExactly("invoices"));
    }

    @Test
    void withoutConfigurationThereIsAnEmptyRegistry() {
        runner.run(context ->
                assertThat(context.getBean(DistidGenerators.class).names()).isEmpty());
    }

    @Test
    void keysAreCheckedAsElsewhere() {
        fails(
                "snowflake: unknown key \"workr.id\": allowed are",
                "distid.generators.orders.strategy=snowflake",
                "distid.generators.orders.workr.id=3");
        fails(
                "snowflake: key \"worker-bits\" is \"99\": must be an integer from 0 to 63",
                "distid.generators.orders.strategy=snowflake",
                "distid.generators.orders.worker-bits=99");
        fails(
                "distid.generators.orders: key \"strategy\" is not set: must be one of",
                "distid.generators.orders.worker-bits=5");
        fails("unknown strategy \"snowflak\"", "distid.generators.orders.strategy=snowflak");
    }

    private void fails(String message, String... properties) {
        runner.withPropertyValues(properties)
                .run(context -> assertThat(NestedExceptionUtils.getMostSpecificCause(context.getStartupFailure()))
                        .isInstanceOf(ConfigException.class)
                        .hasMessageContaining(message));
    }

    @Test
    void keysMayBeWrittenInEachOfSpringsWays() {
        runner.withPropertyValues(
                        "distid.generators.orders.strategy=snowflake",
                        "distid.generators.orders.worker.id=3",
                        "distid.generators.orders.maxLead=1m",
                        "distid.generators.orders.text_prefix=ord_")
                .run(context -> assertThat(
                                context.getBean(LongIdGenerator.class).nextText())
                        .startsWith("ord_"));
    }

    private ApplicationContextRunner withVariables(Map<String, Object> variables) {
        return runner.withInitializer(context -> context.getEnvironment()
                .getPropertySources()
                .addFirst(new SystemEnvironmentPropertySource("test-systemEnvironment", variables)));
    }

    /** It can have neither hyphens nor small letters, so its name is another key of Spring's map. */
    @ParameterizedTest
    @ValueSource(strings = {"order-items", "orderItems", "order_items", "orderitems"})
    void environmentVariableIsAKeyOfTheGeneratorThatIsWrittenOtherwise(String name) {
        withVariables(Map.of(
                        "DISTID_GENERATORS_ORDERITEMS_TEXTPREFIX", "ord_",
                        "DISTID_GENERATORS_ORDERITEMS_WORKER_ID", "7"))
                .withPropertyValues(
                        "distid.generators." + name + ".strategy=snowflake",
                        "distid.generators." + name + ".worker.id=3")
                .run(context -> {
                    assertThat(context.getBean(NamedGenerators.class).names()).containsExactly(name);
                    LongIdGenerator only = context.getBean(LongIdGenerator.class);
                    assertThat(only.nextText()).startsWith("ord_");
                    assertThat(only.stats().lease().orElseThrow().workerId()).isEqualTo(7);
                });
    }

    @Test
    void generatorMayBeWrittenInEnvironmentVariablesAlone() {
        withVariables(Map.of(
                        "DISTID_GENERATORS_ORDERITEMS_STRATEGY", "snowflake",
                        "DISTID_GENERATORS_ORDERITEMS_WORKER_ID", "7"))
                .run(context -> assertThat(
                                context.getBean(NamedGenerators.class).names())
                        .containsExactly("orderitems"));
    }

    /** One of them is spelled as a variable would be, and is none. */
    @Test
    void twoNamesOfFilesThatAreOneToSpringAreRefused() {
        runner.withPropertyValues(
                        "distid.generators.order-items.strategy=snowflake",
                        "distid.generators.orderitems.strategy=snowflake")
                .run(context -> assertThat(context.getStartupFailure())
                        .isInstanceOf(ConfigException.class)
                        .hasMessageStartingWith(
                                "generators \"order-items\" and \"orderitems\" below distid.generators"));
    }

    @Test
    void twoSpellingsOfOneNameAreRefused() {
        runner.withPropertyValues(
                        "distid.generators.order-items.strategy=snowflake",
                        "distid.generators.order-items.worker.id=3",
                        "distid.generators.orderItems.max-lead=1s")
                .run(context -> assertThat(context.getStartupFailure())
                        .isInstanceOf(ConfigException.class)
                        .hasMessage(
                                "generators \"order-items\" and \"orderItems\" below distid.generators are one name to Spring,"
                                        + " which ignores case, hyphens and underscores: write it the same everywhere but in environment"
                                        + " variables, as distid.generators.order-items.*, and in those as"
                                        + " DISTID_GENERATORS_ORDERITEMS_*"));
    }

    /** Spring keeps the settings of the two apart, so that those of one would be lost. */
    @Test
    void nameInBracketsIsNotMergedWithAnEnvironmentVariables() {
        withVariables(Map.of("DISTID_GENERATORS_ORDERITEMS_MAXLEAD", "1s"))
                .withPropertyValues(
                        "distid.generators[order-items].strategy=snowflake",
                        "distid.generators[order-items].worker.id=3")
                .run(context -> assertThat(context.getStartupFailure())
                        .isInstanceOf(ConfigException.class)
                        .hasMessageContaining("generators \"order-items\" and \"orderitems\""));
    }

    @Test
    void applicationsNameIsTheNamespace() {
        runner.withPropertyValues(
                        "spring.application.name=Order Service",
                        "distid.generators.orders.strategy=snowflake",
                        "distid.generators.orders.worker.id=3",
                        "distid.generators.items.strategy=snowflake",
                        "distid.generators.items.worker.id=3")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("worker id 3 of namespace \"Order-Service\" is in use"));
    }

    @Configuration(proxyBeanMethods = false)
    static class RefreshedConfiguration {
        @Bean
        @Scope("refresh")
        LongIdGenerator refreshed() {
            return IdGenerators.openLong("snowflake", Map.of("worker.id", "9"));
        }
    }

    @Test
    void refreshScopeIsRefused() {
        runner.withUserConfiguration(RefreshedConfiguration.class)
                .run(context -> assertThat(context.getStartupFailure())
                        .isInstanceOf(ConfigException.class)
                        .hasMessageContaining(
                                "bean \"refreshed\" is an id generator in scope \"refresh\", which is not supported"));
    }
}
