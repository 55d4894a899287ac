package io.distid.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.jackson.IdText;
import io.distid.jackson.JsonIdFormat;
import io.distid.text.TextForm;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** The application's mapper writes ids as strings. */
class JsonTest {
    private static final long UNSAFE = 9_007_199_254_740_993L;

    private final ApplicationContextRunner runner =
            new ApplicationContextRunner().withConfiguration(Line.ALL).withConfiguration(Line.JACKSON);

    /** With an id that is annotated, and one that is not. */
    record Order(@IdText(TextForm.CANONICAL) long id, long customer) {}

    @Test
    void whatIsAnnotatedIsAString() {
        runner.withPropertyValues("spring.datasource.url=jdbc:mysql://localhost:1/none")
                .run(context -> assertThat(Line.json(context, new Order(UNSAFE, UNSAFE)))
                        .isEqualTo("{\"id\":\"9007199254740993\",\"customer\":9007199254740993}"));
    }

    @Test
    void beanOfAFormatSaysWhatElseIs() {
        runner.withPropertyValues("spring.datasource.url=jdbc:mysql://localhost:1/none")
                .withBean(JsonIdFormat.class, () -> JsonIdFormat.annotated().unsafeLongsAsStrings())
                .run(context -> assertThat(Line.json(context, new Order(UNSAFE, UNSAFE)))
                        .isEqualTo("{\"id\":\"9007199254740993\",\"customer\":\"9007199254740993\"}"));
    }

    /** Written as the application's generator writes it. */
    record Shown(@IdText(generator = "orders") long id) {}

    @Test
    void annotationNamesAGeneratorOfTheApplication() {
        runner.withPropertyValues(
                        "spring.datasource.url=jdbc:mysql://localhost:1/none",
                        "distid.generators.orders.strategy=snowflake",
                        "distid.generators.orders.worker=fixed",
                        "distid.generators.orders.worker.id=1",
                        "distid.generators.orders.text=opaque",
                        "distid.generators.orders.text-key=000102030405060708090a0b0c0d0e0f")
                .run(context -> assertThat(Line.json(context, new Shown(42)))
                        .isEqualTo("{\"id\":\"6qhmf00b8ajykhzksnkjwrensc\"}"));
    }
}
