package io.distid.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.ConfigException;
import io.distid.IdException;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.spi.Provider;
import io.distid.spi.Providers;
import io.distid.testkit.BadConfig;
import io.distid.testkit.ConcurrentRunner;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The checks of wrong settings that every provider must pass, the same for strategies and for ports. */
final class ConfigChecks<P extends Provider> {
    /** The limit for a call that hangs. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private static final String SENTINEL = "s3cret-that-nobody-may-see";
    private static final int RANDOM_VALUES = 6;
    /** Texts that are not a value of any key, neither alone nor joined. */
    private static final List<String> PIECES = List.of(
            "\uff15",
            "\u0662",
            "\u0000",
            "\n",
            "\u001b[31m",
            "\u202e",
            "\ud83d",
            "\u00a0!",
            "'; --",
            "%s",
            "$x",
            "x".repeat(150));

    private final Class<P> kind;
    private final String name;
    private final Map<String, String> working;
    private final Function<Map<String, String>, ? extends AutoCloseable> open;

    /**
     * Creates the checks of one provider.
     *
     * @param kind the kind of provider
     * @param name its name
     * @param working a configuration that opens
     * @param open opens the provider with a configuration
     */
    ConfigChecks(
            Class<P> kind,
            String name,
            Map<String, String> working,
            Function<Map<String, String>, ? extends AutoCloseable> open) {
        this.kind = kind;
        this.name = name;
        this.working = working;
        this.open = open;
    }

    /** Checks that there is one provider of the name, and that its description can be printed. */
    void discovery() {
        List<String> found = Providers.all(kind).stream()
                .map(Provider::name)
                .filter(name::equals)
                .toList();
        assertThat(found)
                .as("providers of name %s that ServiceLoader finds", name)
                .hasSize(1);
        P provider = provider();
        assertThat(provider.name()).as("a provider's name").matches("[a-z0-9]+(-[a-z0-9]+)*");
        assertThat(provider.summary())
                .as("summary of %s", name)
                .isNotBlank()
                .doesNotContain("\n")
                .doesNotEndWith(".");
        assertThat(provider.keys().stream().map(ConfigKey::name))
                .as("keys of %s", name)
                .doesNotHaveDuplicates();
        for (ConfigKey key : provider.keys()) {
            assertThat(key.help()).as("help of key %s", key.name()).isNotBlank().doesNotContain("\n");
        }
    }

    /** Checks that an unknown key is refused, and that the message lists the known keys. */
    void unknownKey() {
        ConfigException error = refusal("an unknown key", Map.of("no-such-key", "1"), ConfigException.class);
        assertThat(error).as("error for an unknown key").hasMessageContaining("no-such-key");
        for (ConfigKey key : provider().keys()) {
            assertThat(error).as("error for an unknown key").hasMessageContaining(key.name());
        }
    }

    /**
     * Checks that each forbidden value is refused, and that the message names the key, the value and what is allowed.
     */
    void badValues() {
        for (ConfigKey key : provider().keys()) {
            for (String value : badValues(key)) {
                ConfigException error = refusal(
                        "key " + key.name() + " at \"" + value + "\"",
                        Map.of(key.name(), value),
                        ConfigException.class);
                assertThat(error)
                        .as("error for key %s", key.name())
                        .hasMessageContaining("\"" + key.name() + "\"")
                        .message()
                        .as("error for key %s, on one line", key.name())
                        .doesNotContainPattern("\\p{Cntrl}");
                if (key.type() == ConfigKey.Type.ADDRESS) {
                    hides(trace(error), SENTINEL);
                } else if (value.matches("[ -~]{1,90}")) {
                    assertThat(error).as("error for key %s", key.name()).hasMessageContaining(value);
                } else {
                    assertThat(error.getMessage())
                            .as("error for key %s", key.name())
                            .doesNotContain("x".repeat(101));
                }
                if (key.pattern() != null) {
                    assertThat(error)
                            .as("error for key %s, in words", key.name())
                            .hasMessageNotContaining(key.pattern());
                }
                if (!key.nested()) {
                    assertThat(error).as("error for key %s", key.name()).hasMessageContaining(key.allowed());
                }
            }
        }
    }

    /** Checks that the implementer's bad configurations are refused in time. */
    void refused(List<BadConfig> configs) {
        for (BadConfig config : configs) {
            IdException error = refusal(config.name(), config.changes(), config.error());
            for (String mention : config.mentions()) {
                assertThat(error).as("error for %s", config.name()).hasMessageContaining(mention);
            }
            secretsIn(working)
                    .forEach(secret -> assertThat(trace(error))
                            .as("error for %s", config.name())
                            .doesNotContain(secret));
        }
    }

    /** Checks that no error shows a secret, whatever its subject, and that the opened object shows none. */
    void secrets() throws Exception {
        for (ConfigKey key : provider().keys()) {
            if (key.type() == ConfigKey.Type.SECRET) {
                Map<String, String> changes = Map.of(key.name(), SENTINEL, "no-such-key", "1");
                hides(trace(refusal("an unknown key", changes, ConfigException.class)), SENTINEL);
                hides(shown(Map.of(key.name(), SENTINEL)), SENTINEL);
                IdException wrong = attempt(Map.of(key.name(), SENTINEL));
                if (wrong != null) {
                    hides(trace(wrong), SENTINEL);
                }
            }
        }
        try (AutoCloseable opened = open.apply(working)) {
            secretsIn(working).forEach(secret -> hides(opened.toString(), secret));
        }
    }

    /** Returns the settings as text, or the error if they are refused, such as a secret without effect. */
    private String shown(Map<String, String> changes) {
        try {
            return IdConfig.of(provider(), with(changes)).toString();
        } catch (ConfigException e) {
            return trace(e);
        }
    }

    private P provider() {
        return Providers.find(kind, name);
    }

    private Map<String, String> with(Map<String, String> changes) {
        Map<String, String> config = new HashMap<>(working);
        config.putAll(changes);
        return config;
    }

    private Stream<String> secretsIn(Map<String, String> config) {
        return provider().keys().stream()
                .filter(key -> key.type() == ConfigKey.Type.SECRET)
                .map(key -> config.getOrDefault(key.name(), ""))
                .filter(secret -> !secret.isEmpty());
    }

    private <E extends IdException> E refusal(String what, Map<String, String> changes, Class<E> type) {
        IdException error = attempt(changes);
        assertThat(error).as("%s opened with %s", name, what).isInstanceOf(type);
        return type.cast(error);
    }

    private @Nullable IdException attempt(Map<String, String> changes) {
        return ConcurrentRunner.<@Nullable IdException>alone(PATIENCE, member -> {
            try (AutoCloseable opened = open.apply(with(changes))) {
                assertThat(opened).isNotNull();
                return null;
            } catch (IdException e) {
                return e;
            }
        });
    }

    private static List<String> badValues(ConfigKey key) {
        List<String> values = new ArrayList<>(typicalBadValues(key));
        if (key.type() != ConfigKey.Type.SECRET && (key.type() != ConfigKey.Type.TEXT || !values.isEmpty())) {
            // The values of a key are the same in each run.
            Random random = new Random(key.name().hashCode());
            for (int i = 0; i < RANDOM_VALUES; i++) {
                StringBuilder value = new StringBuilder();
                for (int pieces = 1 + random.nextInt(6); pieces > 0; pieces--) {
                    value.append(PIECES.get(random.nextInt(PIECES.size())));
                }
                String text = value.toString();
                if (key.pattern() == null || !text.strip().matches(key.pattern())) {
                    values.add(text);
                }
            }
        }
        return values;
    }

    private static List<String> typicalBadValues(ConfigKey key) {
        return switch (key.type()) {
            case INTEGER -> {
                List<String> values = new ArrayList<>(List.of("12x", "1.5", "\uff15", "1\u0662", "0x10", "1_000", ""));
                if (key.min() > Long.MIN_VALUE) {
                    values.add(Long.toString(key.min() - 1));
                }
                values.add(key.max() < Long.MAX_VALUE ? Long.toString(key.max() + 1) : "9223372036854775808");
                yield values;
            }
            case FLAG -> List.of("perhaps");
            case DURATION -> {
                List<String> values = new ArrayList<>(List.of("soon", "12"));
                if (key.min() > 0) {
                    values.add(key.min() - 1 + "ms");
                }
                if (key.max() < 100_000_000_000_000L) {
                    values.add(key.max() + 1 + "ms");
                }
                yield values;
            }
            case INSTANT -> List.of("yesterday", "99999999999999999999");
            case SECRET -> List.of();
            case ADDRESS ->
                List.of(
                        "ann:" + SENTINEL + "@host:6379",
                        "jdbc:mysql:ann:" + SENTINEL + "@host/db",
                        "jdbc:mysql://ann:" + SENTINEL + "@x@host/db",
                        "jdbc:mysql://(host=h,port=1,user=root,password=p&" + SENTINEL + ")/db",
                        "jdbc:mysql://address=(host=h)(password=" + SENTINEL + ")/db",
                        "jdbc:mysql://host/db;password=" + SENTINEL,
                        "jdbc:mysql://ann:" + SENTINEL + "%@host/db",
                        "redis://ann:" + SENTINEL + "%zz@host",
                        "redis://ann:" + SENTINEL + "@x@host",
                        "redis://:" + SENTINEL + " @host",
                        "ann:" + SENTINEL + "@host:2181");
            case TEXT ->
                key.nested() || !key.choices().isEmpty() ? List.of("no-such-choice") : mismatches(key.pattern());
        };
    }

    private static List<String> mismatches(@Nullable String pattern) {
        return pattern == null
                ? List.of()
                : Stream.of("no such value!", "a'; --", "?", "x".repeat(300))
                        .filter(text -> !text.matches(pattern))
                        .limit(2)
                        .toList();
    }

    private static void hides(String text, String secret) {
        assertThat(text).as("what is shown").doesNotContain(secret);
    }

    private static String trace(Throwable error) {
        StringWriter trace = new StringWriter();
        error.printStackTrace(new PrintWriter(trace));
        return trace.toString();
    }
}
