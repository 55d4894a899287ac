package io.distid.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.ConfigException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IdConfigTest {
    private static final TestProvider ALL_TYPES = new TestProvider(
            "all-types",
            ConfigKey.text("name", null, "any text"),
            ConfigKey.matching("table", "[a-z_]{1,20}", "1 to 20 small letters or _", "ids", "a table's name"),
            ConfigKey.choice("mode", List.of("fast", "safe"), "safe", "one of two"),
            ConfigKey.integer("worker", 0, 31, 3L, "which worker"),
            ConfigKey.flag("create", false, "whether to create"),
            ConfigKey.duration("max-wait", Duration.ofMillis(10), Duration.ofSeconds(5), "1s", "how long to wait"),
            ConfigKey.instant("epoch", Instant.EPOCH, "where time begins"),
            ConfigKey.secret("password", "whom to let in"),
            ConfigKey.address("url", "x://([a-z0-9]*@)?[a-z]+", "x://[password@]host", null, "where it is"),
            ConfigKey.provider("store", null, "who keeps it"));

    @Test
    void defaultsAreReadWhenNothingIsGiven() {
        IdConfig config = config(Map.of());
        assertThat(config.strategy()).isEqualTo("all-types");
        assertThat(config.text("table")).isEqualTo("ids");
        assertThat(config.text("mode")).isEqualTo("safe");
        assertThat(config.integer("worker")).isEqualTo(3);
        assertThat(config.flag("create")).isFalse();
        assertThat(config.duration("max-wait")).isEqualTo(Duration.ofSeconds(1));
        assertThat(config.instant("epoch")).isEqualTo(Instant.EPOCH);
        assertThat(config.has("table")).isTrue();
        assertThat(config.has("name")).isFalse();
    }

    @Test
    void fileIsAnAbsolutePathAndNoRoot() {
        Path path = Path.of("worker.id").toAbsolutePath();
        assertThat(config(Map.of("name", "worker.id")).file("name")).isEqualTo(path);
        assertThat(config(Map.of("name", path.toString())).file("name")).isEqualTo(path);
        assertThatThrownBy(() -> config(Map.of("name", "/")).file("name"))
                .isInstanceOf(ConfigException.class)
                .hasMessage("all-types: key \"name\" is \"/\": must be a file, not a root directory");
        assertThatThrownBy(() -> config(Map.of("name", "a\0b")).file("name"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("without control characters");
    }

    @Test
    void everyTypeIsRead() {
        IdConfig config = config(Map.of(
                "name", " kept as it is ",
                "table", "leaf_alloc",
                "mode", "fast",
                "worker", " 31 ",
                "create", "true",
                "max-wait", "PT0.5S",
                "epoch", "2020-01-01T00:00:00Z",
                "password", "hunter2"));
        assertThat(config.text("name")).isEqualTo(" kept as it is ");
        assertThat(config.text("table")).isEqualTo("leaf_alloc");
        assertThat(config.text("mode")).isEqualTo("fast");
        assertThat(config.integer("worker")).isEqualTo(31);
        assertThat(config.flag("create")).isTrue();
        assertThat(config.duration("max-wait")).isEqualTo(Duration.ofMillis(500));
        assertThat(config.instant("epoch")).isEqualTo("2020-01-01T00:00:00Z");
        assertThat(config.secret("password").reveal()).isEqualTo("hunter2");
    }

    @Test
    void instantIsReadAsEpochMillisecondsToo() {
        assertThat(config(Map.of("epoch", "1288834974657")).instant("epoch"))
                .isEqualTo(Instant.ofEpochMilli(1288834974657L));
        assertThat(config(Map.of("epoch", "-1")).instant("epoch")).isEqualTo(Instant.ofEpochMilli(-1));
    }

    @ParameterizedTest
    @CsvSource({
        "worker, 32, an integer from 0 to 31",
        "worker, -1, an integer from 0 to 31",
        "worker, 3.0, an integer from 0 to 31",
        "worker, three, an integer from 0 to 31",
        "worker, '', an integer from 0 to 31",
        "worker, 99999999999999999999, an integer from 0 to 31",
        "create, yes, true or false",
        "max-wait, 9ms, 'a duration from 10ms to 5s, such as 500ms, 3s, 10min, 1h or 1d'",
        "max-wait, PT5.000000001S, 'a duration from 10ms to 5s, such as 500ms, 3s, 10min, 1h or 1d'",
        "max-wait, 1 fortnight, 'a duration from 10ms to 5s, such as 500ms, 3s, 10min, 1h or 1d'",
        "max-wait, 3, 'a duration from 10ms to 5s, such as 500ms, 3s, 10min, 1h or 1d'",
        "epoch, yesterday, 'an instant in UTC such as 2020-01-01T00:00:00Z, or epoch milliseconds'",
        "epoch, 2020-01-01, 'an instant in UTC such as 2020-01-01T00:00:00Z, or epoch milliseconds'",
        "epoch, 99999999999999999999, 'an instant in UTC such as 2020-01-01T00:00:00Z, or epoch milliseconds'",
        "mode, FAST, 'one of fast, safe'",
        "table, no-hyphen, 1 to 20 small letters or _"
    })
    void valueThatIsNotAllowedIsRefusedWithWhatIs(String key, String value, String allowed) {
        assertThatThrownBy(() -> config(Map.of(key, value)))
                .isInstanceOf(ConfigException.class)
                .hasMessage("all-types: key \"" + key + "\" is \"" + value + "\": must be " + allowed);
    }

    @Test
    void unknownKeyIsRefusedWithThoseThatAreKnown() {
        assertThatThrownBy(() -> config(Map.of("wroker", "1", "worker", "2")))
                .isInstanceOf(ConfigException.class)
                .hasMessage("all-types: unknown key \"wroker\": allowed are "
                        + "name, table, mode, worker, create, max-wait, epoch, password, url, store");
        assertThatThrownBy(() -> IdConfig.of(new TestProvider("bare"), Map.of("x", "1")))
                .hasMessage("bare: unknown key \"x\": allowed are none");
    }

    @Test
    void nullIsRefusedWithTheKey() {
        Map<String, String> given = new HashMap<>();
        given.put("worker", null);
        assertThatThrownBy(() -> config(given))
                .isInstanceOf(ConfigException.class)
                .hasMessage("all-types: key \"worker\" is null: leave it out, or give it a value");
    }

    @Test
    void missingKeySaysWhereItCanBeSet() {
        assertThatThrownBy(() -> config(Map.of()).text("name"))
                .isInstanceOf(ConfigException.class)
                .hasMessage("all-types: key \"name\" is not set: must be a text (any text); pass it, or set system "
                        + "property distid.all-types.name or environment DISTID_ALL_TYPES_NAME");
    }

    @Test
    void badDefaultIsTheProvidersFaultAndSaysSo() {
        TestProvider provider = new TestProvider("bad-default", ConfigKey.integer("n", 1, 5, 9L, "a number"));
        assertThatThrownBy(() -> IdConfig.of(provider, Map.of()))
                .hasMessage("bad-default: key \"n\" is \"9\" (the default): must be an integer from 1 to 5");
    }

    @Test
    void providersOwnObjectionNamesKeyValueAndRule() {
        assertThat(config(Map.of("worker", "7")).invalid("worker", "even"))
                .hasMessage("all-types: key \"worker\" is \"7\": must be even");
        assertThat(config(Map.of()).invalid("worker", "even"))
                .hasMessage("all-types: key \"worker\" is \"3\" (the default): must be even");
        assertThat(config(Map.of("password", "hunter2")).invalid("password", "longer"))
                .hasMessage("all-types: key \"password\" is ***: must be longer");
    }

    /** It cannot be a password, and whoever wrote it has to see it. */
    @ParameterizedTest
    @CsvSource({"-1", "32x", "eu-west-1"})
    void wordWhereANumberIsAllowedIsShown(String value) {
        TestProvider provider = new TestProvider(
                "numbered", ConfigKey.address("datacenter", "\\d+|x://\\S+", "a number or x://host", null, "it"));
        assertThatThrownBy(() -> IdConfig.of(provider, Map.of("datacenter", value)))
                .hasMessage("numbered: key \"datacenter\" is \"" + value + "\": must be a number or x://host");
        assertThatThrownBy(() -> IdConfig.of(provider, Map.of("datacenter", "y://hunter2@host")))
                .hasMessageNotContaining("hunter2");
    }

    @ParameterizedTest
    @CsvSource({"hunter2@host", "x://hunter@2@host", "x:/hunter2@host", "x://hunter2@host?"})
    void addressThatDoesNotParseIsNotShown(String url) {
        assertThatThrownBy(() -> config(Map.of("url", url)))
                .isInstanceOf(ConfigException.class)
                .hasMessage("all-types: key \"url\" is malformed (and not shown, since it may hold a password): must be"
                        + " x://[password@]host");
        assertThat(config(Map.of("url", "x://hunter2@host")).invalid("url", "near"))
                .hasMessage("all-types: key \"url\" is \"x://host\": must be near");
    }

    @Test
    void valueInAMessageIsOnOneLineAndNotWithoutEnd() {
        assertThatThrownBy(() -> config(Map.of("mode", "a\nb\u001b[31m\u202e\ud83d")))
                .hasMessageContaining("is \"a\\u000ab\\u001b[31m\\u202e\\ud83d\": must be one of");
        assertThatThrownBy(() -> config(Map.of("mode", "x".repeat(5_000))))
                .hasMessageContaining("x".repeat(90))
                .hasMessageContaining("(5000 characters)")
                .hasMessageNotContaining("x".repeat(101));
        assertThatThrownBy(() -> config(Map.of("no\nsuch", "1"))).hasMessageContaining("unknown key \"no\\u000asuch\"");
    }

    @ParameterizedTest
    @CsvSource({"\uff15", "1\u0662", "0x10", "1_0", "1e1", "''"})
    void integersAreDecimalDigitsOfAscii(String value) {
        assertThatThrownBy(() -> config(Map.of("worker", value)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("an integer from 0 to 31");
    }

    @Test
    void settingsOfAProviderThatNoKeyNamesAreRefused() {
        assertThatThrownBy(() -> config(Map.of("store.url", "x")))
                .isInstanceOf(ConfigException.class)
                .hasMessage("all-types: key \"store.url\" has no effect: key \"store\" is not set (who keeps it)");
        assertThat(config(Map.of("store", "one", "store.url", "x")).fullName("store"))
                .isEqualTo("store");
    }

    @Test
    void secretsAndPasswordsInUrlsAreHidden() {
        IdConfig config = config(Map.of("password", "hunter2", "name", "redis://ann:hunter2@host/0"));
        assertThat(config.toString())
                .doesNotContain("hunter2")
                .contains("password=***", "redis://host/0", "worker=\"3\"");
        assertThat(config.secret("password")).hasToString("***");
        assertThat(config.invalid("name", "shorter")).hasMessageNotContaining("hunter2");
        assertThatThrownBy(() -> config(Map.of("table", "jdbc:mysql://h/d?password=hunter2")))
                .isInstanceOf(ConfigException.class)
                .hasMessageNotContaining("hunter2");
    }

    @Test
    void providerThatAsksForAnUnlistedKeyIsReported() {
        IdConfig config = config(Map.of());
        assertThatThrownBy(() -> config.text("nope")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> config.has("nope")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> config.text("worker"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("key worker of all-types is INTEGER, not TEXT");
        assertThatThrownBy(() -> config.sub("worker", ALL_TYPES)).isInstanceOf(IllegalArgumentException.class);
    }

    private static IdConfig config(Map<String, String> given) {
        return IdConfig.of(ALL_TYPES, given, Map.of());
    }
}
