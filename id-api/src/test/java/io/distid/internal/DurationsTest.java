package io.distid.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {

    @ParameterizedTest
    @CsvSource({
        "0ms, PT0S",
        "500ms, PT0.5S",
        "3s, PT3S",
        "10min, PT10M",
        "10m, PT10M",
        "1h, PT1H",
        "2d, PT48H",
        "7 s, PT7S",
        "PT1M30S, PT1M30S",
        "999999999999999ms, PT999999999999.999S"
    })
    void unitsAndIsoAreRead(String text, String duration) {
        assertThat(Durations.parse(text)).isEqualTo(Duration.parse(duration));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "5",
                "ms",
                "-5s",
                "1.5s",
                "5 weeks",
                "5S",
                "999999999999999d",
                "PT9999999999999999H",
                "9999999999999999ms"
            })
    void otherTextsAreRefused(String text) {
        assertThatThrownBy(() -> Durations.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("not a duration: " + text);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0ms",
        "1, 1ms",
        "1001, 1001ms",
        "2000, 2s",
        "90000, 90s",
        "600000, 10min",
        "7200000, 2h",
        "172800000, 2d"
    })
    void shortestFormIsWrittenAndReadsBack(long millis, String text) {
        assertThat(Durations.format(millis)).isEqualTo(text);
        assertThat(Durations.parse(text).toMillis()).isEqualTo(millis);
    }
}
