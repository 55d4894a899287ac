package io.distid.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.ConfigException;
import io.distid.IdGenerator;
import io.distid.LongIdGenerator;
import io.distid.UuidGenerator;
import io.distid.spi.ConfigKey;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What settings make of the forms that are found by ServiceLoader. */
class TextFormProviderTest {
    private static final String KEY = "000102030405060708090a0b0c0d0e0f";
    private static final String OTHER_KEY = "f0e0d0c0b0a090807060504030201000";
    private static final UUID UUID_7 = UUID.fromString("01890a5d-ac96-774b-bcce-b302099a8057");

    @TempDir
    Path folder;

    @Test
    void typeIdHasItsTypeInFrontOfAUuid() {
        UuidGenerator generator = uuids(Map.of("text", "typeid", "text-prefix", "prefix"));
        assertThat(generator.nextText()).isEqualTo("prefix_01h455vb4pex5vsknk084sn02q");
        assertThat(generator.textOf(UUID_7)).isEqualTo("prefix_01h455vb4pex5vsknk084sn02q");
        assertThat(generator.parseText("prefix_01h455vb4pex5vsknk084sn02q")).isEqualTo(UUID_7);
        assertThat(generator.textLength()).isEqualTo(33);
        assertThat(generator.isTextCaseSensitive()).isFalse();
        assertThat(uuids(Map.of("text", "typeid")).nextText()).isEqualTo("01h455vb4pex5vsknk084sn02q");
    }

    @Test
    void typedHasItsTypeInFrontOfANumber() {
        LongIdGenerator generator = longs(Map.of("text", "typed", "text-prefix", "ord"));
        assertThat(generator.nextText()).isEqualTo("ord_000000000001a");
        assertThat(generator.parseText("ord_000000000001a")).isEqualTo(42);
        assertThatThrownBy(() -> generator.parseText("ord_0000000000000"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("must be 1 or more");
        assertThatThrownBy(() -> generator.textOf(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> generator.textOf(-1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void eachNamesTheOtherForTheOtherKindOfIds() {
        refusesLongs(Map.of("text", "typeid"), "typed for 63-bit ids");
        refusesUuids(Map.of("text", "typed"), "typeid for UUIDs");
    }

    @ParameterizedTest
    @ValueSource(strings = {"User", "us3r", "user_", "_user", "us-er"})
    void aPrefixThatTypeIdDoesNotHaveIsRefused(String prefix) {
        refusesUuids(Map.of("text", "typeid", "text-prefix", prefix), "\"text-prefix\" is \"" + prefix + "\"");
        refusesLongs(Map.of("text", "typed", "text-prefix", prefix), "lower-case letters and underscores");
    }

    @Test
    void opaqueWritesWithTheKeyThatIsSet() {
        LongIdGenerator generator = longs(Map.of("text", "opaque", "text-key", KEY, "text-prefix", "ord_"));
        assertThat(generator.nextText()).isEqualTo("ord_6qhmf00b8ajykhzksnkjwrensc");
        assertThat(generator.parseText("ord_6qhmf00b8ajykhzksnkjwrensc")).isEqualTo(42);
        assertThat(generator.textLength()).isEqualTo(30);
        UuidGenerator uuids = uuids(Map.of("text", "opaque", "text-key", KEY.toUpperCase(Locale.ROOT)));
        assertThat(uuids.parseText(uuids.nextText())).isEqualTo(UUID_7);
    }

    @Test
    void aKeyComesFromAFileOrAProperty() throws Exception {
        Path file = Files.writeString(folder.resolve("key"), KEY + "\n");
        String text = longs(Map.of("text", "opaque", "text-key", KEY)).nextText();
        assertThat(longs(Map.of("text", "opaque", "text-key", "file:" + file)).nextText())
                .isEqualTo(text);
        System.setProperty("distid.text-test.text-key", KEY);
        try {
            assertThat(longs(Map.of("text", "opaque")).nextText()).isEqualTo(text);
        } finally {
            System.clearProperty("distid.text-test.text-key");
        }
    }

    @Test
    void keysAreRotated() {
        String old = longs(Map.of("text", "opaque", "text-key", KEY)).nextText();
        LongIdGenerator rotated = longs(Map.of("text", "opaque", "text-keys", OTHER_KEY + ", " + KEY));
        assertThat(rotated.nextText())
                .isEqualTo(
                        longs(Map.of("text", "opaque", "text-key", OTHER_KEY)).nextText());
        assertThat(rotated.parseText(old)).isEqualTo(42);
        refusesUuids(Map.of("text", "opaque", "text-keys", OTHER_KEY + "," + KEY), "left out for UUIDs");
        refusesUuids(Map.of("text", "opaque", "text-keys", KEY), "left out for UUIDs");
        refusesLongs(Map.of("text", "opaque", "text-keys", KEY, "text-key", OTHER_KEY), "set one of them");
    }

    @Test
    void aKeyOfAnotherFormIsRefusedAndNeverShown() throws Exception {
        String missing = folder.resolve("none-" + KEY).toString();
        Path wrong = Files.writeString(folder.resolve("wrong"), KEY + "ff");
        for (String key : List.of(
                KEY + "ff",
                KEY.substring(2),
                "g" + KEY.substring(1),
                "file:" + missing,
                "file:" + wrong,
                "file:" + folder,
                "file:\0" + KEY,
                KEY + "," + OTHER_KEY)) {
            for (boolean uuids : new boolean[] {true, false}) {
                Map<String, String> config = Map.of("text", "opaque", "text-key", key);
                assertThatThrownBy(() -> open(config, uuids))
                        .as(key)
                        .isInstanceOf(ConfigException.class)
                        .hasMessageContaining("\"text-key\" is ***")
                        .satisfies(e -> assertThat(stackTrace(e)).doesNotContain(KEY.substring(2), OTHER_KEY));
            }
        }
        refusesLongs(Map.of("text", "opaque"), "\"text-key\" is not set");
        refusesLongs(Map.of("text", "opaque", "text-keys", KEY + ","), "32 or 64 hexadecimal digits");
    }

    @Test
    void aKeyHasAnEffectOnlyWithItsForm() {
        refusesLongs(Map.of("text", "hex", "text-key", KEY), "only with text=opaque");
        refusesLongs(Map.of("text-key", KEY), "only with text=opaque");
    }

    @Test
    void theseFormsHaveNoDate() {
        refusesLongs(Map.of("text", "typed", "text-date", "true"), "\"text-date\" is \"true\"");
        refusesUuids(Map.of("text", "opaque", "text-key", KEY, "text-date", "true"), "left out");
    }

    @Test
    void anUnknownFormIsRefusedByTheNamesOfAll() {
        refusesLongs(Map.of("text", "opaqe"), "opaque, typed, typeid");
        assertThat(TextConfig.keys(new OneProvider(new OneLong())).stream().map(ConfigKey::name))
                .containsExactly("text", "text-prefix", "text-date", "text-key", "text-keys");
    }

    @Test
    void aWrongTextOpensNothing() {
        Map<String, String> config = Map.of("text", "opaque", "text-key", "wrong");
        OneLong generator = new OneLong();
        assertThatThrownBy(() -> TextConfig.open(new OneProvider(generator), config))
                .isInstanceOf(ConfigException.class);
        assertThat(generator.closed).isFalse();
    }

    private static void refusesLongs(Map<String, String> config, String message) {
        assertThatThrownBy(() -> longs(config))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(message);
    }

    private static void refusesUuids(Map<String, String> config, String message) {
        assertThatThrownBy(() -> uuids(config))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(message);
    }

    private static LongIdGenerator longs(Map<String, String> config) {
        return (LongIdGenerator) open(config, false);
    }

    private static UuidGenerator uuids(Map<String, String> config) {
        return (UuidGenerator) open(config, true);
    }

    private static IdGenerator open(Map<String, String> config, boolean uuids) {
        return TextConfig.open(new OneProvider(uuids ? new OneUuid(UUID_7) : new OneLong()), config);
    }

    private static String stackTrace(Throwable thrown) {
        StringWriter all = new StringWriter();
        thrown.printStackTrace(new PrintWriter(all));
        return all.toString();
    }
}
