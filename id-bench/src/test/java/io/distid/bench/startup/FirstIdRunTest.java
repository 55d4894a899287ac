package io.distid.bench.startup;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.bench.jvm.SettingsFile;
import io.distid.bench.throughput.Figure;
import io.distid.bench.throughput.Target;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** First ids of real child JVMs. */
class FirstIdRunTest {
    static Stream<Target> targets() {
        return Stream.of(
                FirstIdRun.subject("uuid-v7"),
                FirstIdRun.subject("snowflake"),
                FirstIdRun.direct("uuid-v4"),
                FirstIdRun.direct("snowflake"),
                FirstIdRun.subject("uuid-creator v7"),
                FirstIdRun.subject("jug v7"),
                FirstIdRun.subject("tsid-creator"));
    }

    @ParameterizedTest
    @MethodSource("targets")
    void everySubjectIsOnTheClassPathOfItsJvm(Target target) throws Exception {
        try (SettingsFile settings = SettingsFile.write(Map.of())) {
            assertThat(new FirstIdRun(settings).measure(target).of(Figure.FIRST_ID))
                    .as("ms")
                    .isBetween(1.0, 300_000.0);
        }
    }

    @Test
    void aRampEndsWithTheFirstMsThatHoldsEnough() {
        assertThat(WarmUpTime.millisUntil(new int[] {0, 5, 12, 9}, 10)).isEqualTo(3);
    }

    @Test
    void aRampThatDoesNotEndIsAsLongAsItWasLookedAt() {
        assertThat(WarmUpTime.millisUntil(new int[] {0, 5, 9}, 10)).isEqualTo(3);
    }
}
