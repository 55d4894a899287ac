package io.distid.spi;

import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The value of one key, and where it was found: what the caller passes comes before a system property, that before the environment, and
 * that before the default.
 *
 * @param text as it was found
 * @param value of the class of the key's type; null if the text is malformed, or not what the key allows
 * @param origin where it was found
 */
record Setting(String text, @Nullable Object value, Origin origin) {
    /** What messages show of a key that has no value. */
    static final Setting NOT_SET = new Setting("not set", null, Origin.GIVEN);

    /** Where a value came from; put into words only where one is wrong. */
    enum Origin {
        GIVEN,
        PROPERTY,
        ENVIRONMENT,
        DEFAULT
    }

    /**
     * Looks a key up.
     *
     * @param environment in place of {@link System#getenv(String)}; null for that itself
     * @return null if there is no value, nor a default
     */
    static @Nullable Setting find(
            ConfigKey key,
            ConfigScope scope,
            Map<String, String> given,
            @Nullable Function<String, @Nullable String> environment) {
        String text = given.get(scope.key(key.name()));
        if (text != null) {
            return parsed(key, text, Origin.GIVEN);
        }
        text = System.getProperty(scope.property(key.name()));
        if (text != null) {
            return parsed(key, text, Origin.PROPERTY);
        }
        String variable = scope.variable(key.name());
        text = environment == null ? System.getenv(variable) : environment.apply(variable);
        if (text != null) {
            return parsed(key, text, Origin.ENVIRONMENT);
        }
        text = key.defaultValue();
        return text == null ? null : new Setting(text, byDefault(key, text), Origin.DEFAULT);
    }

    private static Setting parsed(ConfigKey key, String text, Origin origin) {
        return new Setting(text, ConfigValues.parse(key, text), origin);
    }

    /** Of a default that is a word nothing is to be checked, and regular expressions take ms to load. */
    private static @Nullable Object byDefault(ConfigKey key, String text) {
        if (key.type() == ConfigKey.Type.TEXT) {
            return text;
        }
        return key.type() == ConfigKey.Type.FLAG ? (Object) Boolean.valueOf(text) : ConfigValues.parse(key, text);
    }

    /** Where it came from, as messages say it: nothing of what the caller passed. */
    String from(ConfigKey key, ConfigScope scope) {
        return switch (origin) {
            case GIVEN -> "";
            case PROPERTY -> " (from system property " + scope.property(key.name()) + ")";
            case ENVIRONMENT -> " (from environment " + scope.variable(key.name()) + ")";
            case DEFAULT -> " (the default)";
        };
    }
}
