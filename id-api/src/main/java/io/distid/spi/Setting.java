package io.distid.spi;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The value of one key, and where it was found. The order is: the caller, a system property, the environment, the default.
 *
 * @param text the text as it was found
 * @param value of the class of the key's type; null if the text is malformed, or the key does not allow it
 * @param from the place, as messages name it; empty for a value from the caller
 */
record Setting(String text, @Nullable Object value, String from) {
    private static final String BY_DEFAULT = " (the default)";

    /** Messages show this for a key without a value. */
    static final Setting NOT_SET = new Setting("not set", null, "");

    /**
     * Looks a key up.
     *
     * @return null if there is no value, nor a default
     */
    static @Nullable Setting find(
            ConfigKey key, ConfigScope scope, Map<String, String> given, Map<String, String> environment) {
        String text = given.get(scope.key(key.name()));
        if (text != null) {
            return parsed(key, text, "");
        }
        String property = scope.property(key.name());
        text = System.getProperty(property);
        if (text != null) {
            return parsed(key, text, " (from system property " + property + ")");
        }
        String variable = scope.variable(key.name());
        text = environment.get(variable);
        if (text != null) {
            return parsed(key, text, " (from environment " + variable + ")");
        }
        text = key.defaultValue();
        return text == null ? null : new Setting(text, byDefault(key, text), BY_DEFAULT);
    }

    boolean isGiven() {
        return !from.equals(BY_DEFAULT);
    }

    private static Setting parsed(ConfigKey key, String text, String from) {
        return new Setting(text, ConfigValues.parse(key, text), from);
    }

    /** A default text needs no check, and regular expressions take ms to load. */
    private static @Nullable Object byDefault(ConfigKey key, String text) {
        if (key.type() == ConfigKey.Type.TEXT) {
            return text;
        }
        return key.type() == ConfigKey.Type.FLAG ? (Object) Boolean.valueOf(text) : ConfigValues.parse(key, text);
    }
}
