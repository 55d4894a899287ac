package io.distid.spi;

import io.distid.internal.Durations;
import io.distid.internal.Iso8601;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads the texts of settings by the types of their keys. */
final class ConfigValues {
    private ConfigValues() {}

    /**
     * Reads a value.
     *
     * @return of the class of the key's type; null if the text is malformed, or the key does not allow it
     */
    static @Nullable Object parse(ConfigKey key, String text) {
        try {
            // No switch over the enum: each switch needs a class of its own, which would delay the first id.
            ConfigKey.Type type = key.type();
            if (type == ConfigKey.Type.TEXT) {
                return text(key, text);
            }
            if (type == ConfigKey.Type.SECRET) {
                return new Secret(text);
            }
            String stripped = text.strip();
            if (type == ConfigKey.Type.DURATION) {
                return duration(key, stripped);
            }
            if (type == ConfigKey.Type.INTEGER) {
                return integer(key, stripped);
            }
            if (type == ConfigKey.Type.ADDRESS) {
                return stripped.matches(Objects.requireNonNull(key.pattern())) ? stripped : null;
            }
            if (type == ConfigKey.Type.FLAG) {
                return key.choices().contains(stripped) ? Boolean.valueOf(stripped) : null;
            }
            return instant(stripped);
        } catch (IllegalArgumentException e) {
            // The caller's message is the same as for a value out of range.
            return null;
        }
    }

    private static @Nullable Long integer(ConfigKey key, String text) {
        if (!isDecimal(text)) {
            return null;
        }
        long value = Long.parseLong(text);
        return value >= key.min() && value <= key.max() ? value : null;
    }

    /** Long.parseLong takes the digits of every script. Checked by hand, since a regular expression would delay the first id by ms. */
    private static boolean isDecimal(String text) {
        int from = text.startsWith("-") || text.startsWith("+") ? 1 : 0;
        for (int i = from; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return text.length() > from;
    }

    private static @Nullable Duration duration(ConfigKey key, String text) {
        Duration value = Durations.parse(text);
        boolean within = value.compareTo(Duration.ofMillis(key.min())) >= 0
                && value.compareTo(Duration.ofMillis(key.max())) <= 0;
        return within ? value : null;
    }

    private static Instant instant(String text) {
        return text.matches("-?\\d+") ? Instant.ofEpochMilli(Long.parseLong(text)) : Iso8601.instant(text);
    }

    /** A blank text names nothing, and a reader cannot see a control character in a name. */
    private static boolean isReadable(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isISOControl(text.charAt(i))) {
                return false;
            }
        }
        return !text.isBlank();
    }

    /** The rule for free texts, in words that follow the allowed values; empty for other keys. */
    static String readable(ConfigKey key) {
        boolean any = key.type() == ConfigKey.Type.TEXT
                && key.pattern() == null
                && key.choices().isEmpty();
        return any ? ", not blank and without control characters" : "";
    }

    private static @Nullable String text(ConfigKey key, String text) {
        // The regular expression comes last: its classes would delay the first id by ms.
        if (key.choices().contains(text)) {
            return text;
        }
        String pattern = key.pattern();
        boolean allowed = pattern == null ? key.choices().isEmpty() && isReadable(text) : text.matches(pattern);
        return allowed ? text : null;
    }
}
