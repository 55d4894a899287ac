package io.distid.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.distid.ConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SequenceStartTest {
    @Test
    void readsBothForms() {
        assertThat(SequenceStart.parse("zero")).isSameAs(SequenceStart.ZERO);
        assertThat(SequenceStart.parse("random:100").bound()).isEqualTo(100);
        assertThat(SequenceStart.parse("random:1").first()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Zero", "random", "random:", "random:-1", "random:1.5", "random:1234567890", " zero"})
    void refusesAllElse(String text) {
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> SequenceStart.parse(text))
                .withMessage("sequence start is \"" + text + "\": must be zero or random:N, such as random:100");
    }

    @Test
    void refusesAnEmptyRange() {
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> SequenceStart.parse("random:0"))
                .withMessage("random sequence start is 0: must be at least 1");
    }
}
