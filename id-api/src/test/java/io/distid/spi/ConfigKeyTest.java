package io.distid.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigKeyTest {

    @Test
    void allowedValuesAreDescribedInWords() {
        assertThat(ConfigKey.text("k", null, "h").allowed()).isEqualTo("a text");
        assertThat(ConfigKey.matching("k", "[a-z]+", "small letters", null, "h").allowed())
                .isEqualTo("small letters");
        assertThat(ConfigKey.choiceOr("k", List.of("a", "b"), "c[0-9]", "c0 to c9", null, "h")
                        .allowed())
                .isEqualTo("one of a, b, or c0 to c9");
        assertThat(ConfigKey.address("k", "x", "x of an address", null, "h").allowed())
                .isEqualTo("x of an address");
        assertThat(ConfigKey.choice("k", List.of("a", "b"), "a", "h").allowed()).isEqualTo("one of a, b");
        assertThat(ConfigKey.integer("k", -1, 5, null, "h").allowed()).isEqualTo("an integer from -1 to 5");
        assertThat(ConfigKey.flag("k", true, "h").allowed()).isEqualTo("true or false");
        assertThat(ConfigKey.duration("k", Duration.ZERO, Duration.ofDays(1), null, "h")
                        .allowed())
                .isEqualTo("a duration from 0ms to 1d, such as 500ms, 3s, 10min, 1h or 1d");
        assertThat(ConfigKey.instant("k", null, "h").allowed()).contains("2020-01-01T00:00:00Z");
        assertThat(ConfigKey.secret("k", "h").allowed()).isEqualTo("a text (never shown)");
    }

    @Test
    void defaultsAreKeptAsTheyWouldBeWritten() {
        assertThat(ConfigKey.integer("k", 0, 9, 5L, "h").defaultValue()).isEqualTo("5");
        assertThat(ConfigKey.flag("k", true, "h").defaultValue()).isEqualTo("true");
        assertThat(ConfigKey.instant("k", Instant.EPOCH, "h").defaultValue()).isEqualTo("1970-01-01T00:00:00Z");
        assertThat(ConfigKey.secret("k", "h").defaultValue()).isNull();
        assertThat(ConfigKey.provider("k", "mysql", "h").nested()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Name", "two words", "-name", "name-", "a--b", "a_b", "a.b", "ä"})
    void malformedNameIsRefused(String name) {
        assertThatThrownBy(() -> ConfigKey.text(name, null, "h"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a key's name is lower-case words with hyphens: " + name);
    }

    @Test
    void choicesCannotBeChangedAfterwards() {
        List<String> choices = new ArrayList<>(List.of("a"));
        ConfigKey key = ConfigKey.choice("k", choices, null, "h");
        choices.add("b");
        assertThat(key.choices()).containsExactly("a");
    }
}
