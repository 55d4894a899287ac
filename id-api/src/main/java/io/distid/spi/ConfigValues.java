package io.distid.spi;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Texts of settings, read as their keys say. */
final class ConfigValues {
    private ConfigValues() {}

    /**
     * Reads a value.
     *
     * @return of the class of the key's type; null if the text is malformed, or not what the key allows
     */
    static @Nullable Object parse(ConfigKey key, String text) {
        try {
            return switch (key.type()) {
                case INTEGER -> integer(key, text.strip());
                case DURATION -> duration(key, text.strip());
                case INSTANT -> instant(text.strip());
                case FLAG -> key.choices().contains(text.strip()) ? Boolean.valueOf(text.strip()) : null;
                case SECRET -> new Secret(text);
                case TEXT -> text(key, text);
            };
        } catch (IllegalArgumentException | DateTimeException e) {
            // The caller says it in the same words as for a value that is out of range.
            return null;
        }
    }

    private static @Nullable Long integer(ConfigKey key, String text) {
        long value = Long.parseLong(text);
        return value >= key.min() && value <= key.max() ? value : null;
    }

    private static @Nullable Duration duration(ConfigKey key, String text) {
        Duration value = Durations.parse(text);
        boolean within = value.compareTo(Duration.ofMillis(key.min())) >= 0
                && value.compareTo(Duration.ofMillis(key.max())) <= 0;
        return within ? value : null;
    }

    private static Instant instant(String text) {
        return text.matches("-?\\d+") ? Instant.ofEpochMilli(Long.parseLong(text)) : Instant.parse(text);
    }

    private static @Nullable String text(ConfigKey key, String text) {
        String pattern = key.pattern();
        boolean allowed =
                (key.choices().isEmpty() || key.choices().contains(text)) && (pattern == null || text.matches(pattern));
        return allowed ? text : null;
    }
}
