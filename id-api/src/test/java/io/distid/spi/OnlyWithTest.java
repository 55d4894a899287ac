package io.distid.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.ConfigException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys that have an effect only with others, and texts that name nothing. */
class OnlyWithTest {
    private static final TestProvider PROVIDER = new TestProvider(
            "only",
            ConfigKey.text("file", null, "a file"),
            ConfigKey.integer("file-step", 1, 9, 3L, "a step").onlyWith("file"),
            ConfigKey.flag("file-create", false, "make it").onlyWith("file"),
            ConfigKey.choice("order", List.of("all", "thread"), "all", "an order"),
            ConfigKey.integer("block", 1, 9, null, "a block").onlyWith("order=thread"),
            ConfigKey.flag("tls", false, "speak TLS"),
            ConfigKey.address("url", "\\w+://\\S+", "x://host", null, "where"),
            ConfigKey.secret("store", "a password").onlyWith("tls=true", "url=xs://..."));

    @Test
    void keyWithoutTheOtherIsRefused() {
        assertThatThrownBy(() -> open(Map.of("file-step", "3")))
                .isInstanceOf(ConfigException.class)
                .hasMessage(
                        "only: key \"file-step\" is \"3\": must be left out, since it has an effect only with file");
        assertThatThrownBy(() -> open(Map.of("block", "3")))
                .hasMessage(
                        "only: key \"block\" is \"3\": must be left out, since it has an effect only with order=thread");
        assertThatThrownBy(() -> open(Map.of("store", "hunter2", "url", "x://host")))
                .hasMessage("only: key \"store\" is ***: must be left out, since it has an effect only with tls=true or"
                        + " url=xs://...");
    }

    @Test
    void variableIsRefusedAsWell() {
        assertThatThrownBy(() -> IdConfig.of(PROVIDER, Map.of(), Map.of("DISTID_ONLY_FILE_STEP", "3")))
                .hasMessageContaining("(from environment DISTID_ONLY_FILE_STEP): must be left out");
    }

    @ParameterizedTest
    @CsvSource({
        "file, a, file-step, 3",
        "file, a, file-create, true",
        "order, thread, block, 2",
        "tls, true, store, x",
        "url, xs://host, store, x"
    })
    void keyWithTheOtherIsTaken(String other, String value, String key, String its) {
        assertThatCode(() -> open(Map.of(other, value, key, its))).doesNotThrowAnyException();
    }

    @Test
    void defaultAndFlagThatIsOffCountAsNotSet() {
        assertThat(open(Map.of("file-create", "false")).integer("file-step")).isEqualTo(3);
    }

    @Test
    void helpNamesTheOtherKey() {
        assertThat(PROVIDER.keys().get(1).help()).isEqualTo("with file: a step");
        assertThat(PROVIDER.keys().get(7).help()).isEqualTo("with tls=true or url=xs://...: a password");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a\u0000", "a\nb", "\t"})
    void textThatNamesNothingIsRefused(String text) {
        assertThatThrownBy(() -> open(Map.of("file", text)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("must be a text, not blank and without control characters");
    }

    private static IdConfig open(Map<String, String> given) {
        return IdConfig.of(PROVIDER, given, Map.of());
    }
}
