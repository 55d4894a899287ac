package io.distid.spi;

import io.distid.ConfigException;
import io.distid.internal.Address;
import io.distid.internal.Secrets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The settings of one strategy, checked whole before the provider sees them.
 *
 * <p>A value is looked up in this order: what the caller passed, system property {@code distid.<strategy>.<key>} ({@code
 * distid.<level>.<name>.<key>} for a port that is opened by itself, such as {@code distid.worker.redis.url}; see {@link Provider#level()}),
 * environment {@code DISTID_<STRATEGY>_<KEY>} (upper case, with {@code _} for {@code -} and {@code .}), the key's default. Values are read once, when
 * the object is made. An unknown key from the caller or a system property is refused. An unknown variable {@code DISTID_<STRATEGY>_*} only causes one
 * warning, since container platforms set such variables themselves. Immutable.
 */
public final class IdConfig {
    private final String strategy;
    private final ConfigScope scope;
    private final Map<String, String> given;
    private final Map<String, String> environment;
    private final Map<String, ConfigKey> keys = new LinkedHashMap<>();
    private final Map<String, Setting> settings = new LinkedHashMap<>();

    private IdConfig(
            String strategy,
            ConfigScope scope,
            List<ConfigKey> known,
            Map<String, String> given,
            Map<String, String> environment) {
        this.strategy = strategy;
        this.scope = scope;
        this.given = given;
        this.environment = environment;
        for (ConfigKey key : known) {
            keys.put(key.name(), key);
        }
        GivenNames names = new GivenNames(strategy, scope, keys, given);
        names.refuseUnknown();
        for (ConfigKey key : known) {
            Setting setting = Setting.find(key, scope, given, environment);
            if (setting != null) {
                if (setting.value() == null) {
                    throw invalid(key, setting, key.allowed() + ConfigValues.readable(key));
                }
                settings.put(key.name(), setting);
            }
        }
        names.refuseOrphans(settings.keySet());
        for (ConfigKey key : known) {
            refuseWithoutEffect(key);
        }
        names.warnOf(environment.keySet(), settings.keySet());
    }

    /**
     * Reads and checks the settings of a strategy.
     *
     * @param provider whose keys are allowed
     * @throws ConfigException if a key is unknown, or a value is malformed or out of range
     */
    public static IdConfig of(Provider provider, Map<String, String> given) {
        return of(provider, provider.keys(), given);
    }

    /**
     * Reads and checks the settings of a strategy with additional keys.
     *
     * @param provider of the strategy
     * @param keys the allowed keys: its own and the additional ones
     * @throws ConfigException if a key is unknown, or a value is malformed or out of range
     */
    public static IdConfig of(Provider provider, List<ConfigKey> keys, Map<String, String> given) {
        return of(provider, keys, given, System.getenv());
    }

    /** The same with another environment than {@link System#getenv()}. */
    static IdConfig of(Provider provider, Map<String, String> given, Map<String, String> environment) {
        return of(provider, provider.keys(), given, environment);
    }

    private static IdConfig of(
            Provider provider, List<ConfigKey> keys, Map<String, String> given, Map<String, String> environment) {
        for (Map.Entry<String, String> entry : given.entrySet()) {
            if (entry.getKey() == null || entry.getValue() == null) {
                throw new ConfigException(provider.name() + ": key " + Shown.quoted(entry.getKey())
                        + " is null: leave it out, or give it a value");
            }
        }
        return new IdConfig(provider.name(), ConfigScope.of(provider), keys, Map.copyOf(given), environment);
    }

    /**
     * The settings of the provider that a key names: {@code sub("worker", provider)} reads {@code worker.*}.
     *
     * @param key the key that names the provider
     * @param provider whose keys are allowed there
     * @throws ConfigException if a key is unknown, or a value is malformed or out of range
     */
    public IdConfig sub(String key, Provider provider) {
        return sub(key, provider.keys());
    }

    /**
     * The settings of the provider that a key names, with additional keys.
     *
     * @param key the key that names the provider
     * @param keys the allowed keys: the provider's own and the additional ones
     * @throws ConfigException if a key is unknown, or a value is malformed or out of range
     */
    public IdConfig sub(String key, List<ConfigKey> keys) {
        if (!key(key).nested()) {
            throw new IllegalArgumentException("key " + key + " of " + strategy + " does not name a provider");
        }
        return new IdConfig(strategy, scope.nested(key), keys, given, environment);
    }

    /**
     * The text given for a key before the settings are checked. Use it if the value decides which further keys exist.
     *
     * @param provider of the strategy
     * @return as it was written, or the key's default; null if there is neither
     */
    public static @Nullable String lookUp(Provider provider, ConfigKey key, Map<String, String> given) {
        return text(Setting.find(key, ConfigScope.of(provider), given, System.getenv()));
    }

    /**
     * The same for a key below a key that names a provider, as in {@link #sub(String, List)}.
     *
     * @param nested the key that names a provider
     * @param key of that provider
     * @return as it was written, or the key's default; null if there is neither
     */
    public @Nullable String lookUp(String nested, ConfigKey key) {
        return text(Setting.find(key, scope.nested(nested), given, environment));
    }

    private static @Nullable String text(@Nullable Setting setting) {
        return setting == null ? null : setting.text();
    }

    /**
     * The strategy these settings are for.
     *
     * @return its name
     */
    public String strategy() {
        return strategy;
    }

    /**
     * Whether a key has a value, given or by default.
     *
     * @return false if nothing was given and there is no default
     */
    public boolean has(String key) {
        key(key);
        return settings.containsKey(key);
    }

    /**
     * Whether somebody set a key, in any place.
     *
     * @return false if it has its default, or no value
     */
    public boolean isGiven(String key) {
        key(key);
        Setting setting = settings.get(key);
        return setting != null && setting.isGiven();
    }

    /**
     * The operator's name of a key, with the keys around it, such as {@code worker.url}.
     *
     * @return its full name, for messages
     */
    public String fullName(String key) {
        return scope.key(key(key).name());
    }

    /**
     * A text, or an address.
     *
     * @return its value; that of an address may hold a password
     * @throws ConfigException if nothing was given and there is no default
     */
    public String text(String key) {
        boolean address = key(key).type() == ConfigKey.Type.ADDRESS;
        return get(key, address ? ConfigKey.Type.ADDRESS : ConfigKey.Type.TEXT, String.class);
    }

    /**
     * The name of a file.
     *
     * @param key a key of {@link #text texts}
     * @return its absolute path
     * @throws ConfigException if nothing was given and there is no default, or it cannot be the name of a file
     */
    public Path file(String key) {
        try {
            Path path = Path.of(text(key)).toAbsolutePath();
            if (path.getFileName() != null) {
                return path;
            }
        } catch (InvalidPathException e) {
            throw invalid(key, "a file name: " + e.getReason());
        }
        throw invalid(key, "a file, not a root directory");
    }

    /**
     * An integer.
     *
     * @return its value, within the key's range
     * @throws ConfigException if nothing was given and there is no default
     */
    public long integer(String key) {
        return get(key, ConfigKey.Type.INTEGER, Long.class);
    }

    /**
     * True or false.
     *
     * @throws ConfigException if nothing was given and there is no default
     */
    public boolean flag(String key) {
        return get(key, ConfigKey.Type.FLAG, Boolean.class);
    }

    /**
     * A duration.
     *
     * @return its value, within the key's range
     * @throws ConfigException if nothing was given and there is no default
     */
    public Duration duration(String key) {
        return get(key, ConfigKey.Type.DURATION, Duration.class);
    }

    /**
     * An instant.
     *
     * @throws ConfigException if nothing was given and there is no default
     */
    public Instant instant(String key) {
        return get(key, ConfigKey.Type.INSTANT, Instant.class);
    }

    /**
     * A secret.
     *
     * @throws ConfigException if nothing was given
     */
    public Secret secret(String key) {
        return get(key, ConfigKey.Type.SECRET, Secret.class);
    }

    /**
     * The error for a value that is well-formed by itself but does not fit, for providers to throw.
     *
     * @param mustBe what is allowed, such as {@code at most the reservation of 3 s}
     * @return an error that names the key, its value (unless secret), where it came from and what is allowed
     */
    public ConfigException invalid(String key, String mustBe) {
        Setting setting = settings.get(key);
        return invalid(key(key), setting == null ? Setting.NOT_SET : setting, mustBe);
    }

    /**
     * A text of a driver or a server, without the secrets of these settings.
     *
     * @param text any text; null is shown as such
     * @return fit for a message or a log
     */
    public String hide(@Nullable String text) {
        return secrets().hide(text);
    }

    /**
     * An error of a driver, without the secrets of these settings in its text, its causes and what it suppresses.
     *
     * @param thrown by the driver
     * @return itself if it holds none, or else a copy of another class that prints alike
     */
    public Throwable hide(Throwable thrown) {
        return secrets().hide(thrown);
    }

    private Secrets secrets() {
        List<String> secrets = new ArrayList<>();
        List<String> addresses = new ArrayList<>();
        settings.forEach((name, setting) -> {
            ConfigKey.Type type = key(name).type();
            if (type == ConfigKey.Type.SECRET) {
                secrets.add(setting.text());
            } else if (type == ConfigKey.Type.ADDRESS) {
                addresses.add(setting.text());
            }
        });
        return Secrets.of(secrets, addresses);
    }

    /** The settings by name, secrets hidden. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(strategy).append('{');
        settings.forEach((name, setting) -> text.append(text.charAt(text.length() - 1) == '{' ? "" : ", ")
                .append(scope.key(name))
                .append('=')
                .append(shown(key(name), setting.text())));
        return text.append('}').toString();
    }

    /** A flag that is off demands nothing. */
    private void refuseWithoutEffect(ConfigKey key) {
        Setting setting = settings.get(key.name());
        if (key.only().isEmpty() || setting == null || !setting.isGiven() || Boolean.FALSE.equals(setting.value())) {
            return;
        }
        for (String other : key.only()) {
            if (holds(other)) {
                return;
            }
        }
        StringBuilder needed = new StringBuilder();
        for (String other : key.only()) {
            needed.append(needed.length() == 0 ? "" : " or ").append(scope.key(other));
        }
        throw invalid(key, setting, "left out, since it has an effect only with " + needed);
    }

    private boolean holds(String condition) {
        int equals = condition.indexOf('=');
        Setting other = settings.get(
                key(equals < 0 ? condition : condition.substring(0, equals)).name());
        if (other == null || equals < 0) {
            return other != null;
        }
        String value = condition.substring(equals + 1);
        String text = other.text().strip();
        return value.endsWith("...") ? text.startsWith(value.substring(0, value.length() - 3)) : text.equals(value);
    }

    private <T> T get(String name, ConfigKey.Type type, Class<T> as) {
        ConfigKey key = key(name);
        if (key.type() != type) {
            throw new IllegalArgumentException(
                    "key " + name + " of " + strategy + " is " + key.type() + ", not " + type);
        }
        Setting setting = settings.get(name);
        if (setting == null) {
            throw new ConfigException(
                    strategy + ": key \"" + scope.key(name) + "\" is not set: must be " + key.allowed()
                            + " (" + key.help() + "); pass it, or set system property " + scope.property(name)
                            + " or environment "
                            + scope.variable(name));
        }
        return as.cast(setting.value());
    }

    private ConfigKey key(String name) {
        ConfigKey key = keys.get(name);
        if (key == null) {
            throw new IllegalArgumentException(
                    "provider of " + strategy + " asks for key " + name + ", which it does not list");
        }
        return key;
    }

    private ConfigException invalid(ConfigKey key, Setting setting, String mustBe) {
        return new ConfigException(strategy + ": key \"" + scope.key(key.name()) + "\" is " + shown(key, setting.text())
                + setting.from() + ": must be " + mustBe);
    }

    private static String shown(ConfigKey key, String text) {
        return switch (key.type()) {
            case SECRET -> "***";
            case ADDRESS ->
                ConfigValues.parse(key, text) == null && !isWordForNumber(key, text)
                        ? "malformed (and not shown, since it may hold a password)"
                        : Shown.quoted(Address.of(text).toString());
            default -> Shown.quoted(Secrets.NONE.hide(text));
        };
    }

    /** If a number is allowed in place of an address, a plain word cannot be a password. */
    private static boolean isWordForNumber(ConfigKey key, String text) {
        return ConfigValues.parse(key, "0") != null && text.matches("[A-Za-z0-9._+-]{1,64}");
    }
}
