package io.distid.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.LongIdGenerator;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Each optional library may be missing, and all of them. */
class MissingLibrariesTest {

    static Stream<Object[]> missing() {
        String[] all = Arrays.stream(Line.OPTIONAL).flatMap(Arrays::stream).toArray(String[]::new);
        return Stream.concat(Arrays.stream(Line.OPTIONAL), Stream.of(new String[0], all))
                .map(packages -> new Object[] {packages});
    }

    @ParameterizedTest
    @MethodSource("missing")
    void applicationStartsWithoutOptionalLibraries(String[] packages) {
        new ApplicationContextRunner()
                .withConfiguration(Line.ALL)
                .withClassLoader(new FilteredClassLoader(packages))
                .withPropertyValues(
                        "spring.datasource.url=jdbc:mysql://localhost:1/none",
                        "distid.generators.orders.strategy=snowflake",
                        "distid.generators.orders.worker.id=3")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context.getBean(LongIdGenerator.class).nextId()).isPositive();
                });
    }
}
