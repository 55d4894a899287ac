package io.distid.spi;

import io.distid.internal.Address;
import io.distid.internal.Durations;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One setting of a provider: its name, what is allowed, its default, and a line of help.
 *
 * <p>The list that a provider returns is the only one: configuration is checked against it, and the command line and the README print it.
 *
 * <p>Making one throws {@link IllegalArgumentException} if the name is malformed. Immutable.
 *
 * @param name lower-case letters, digits and hyphens
 * @param type how its value is written
 * @param defaultValue the value when none is given, or null if there is none
 * @param help one line, without a full stop
 * @param min the least integer, or the least duration in ms
 * @param max the greatest integer, or the greatest duration in ms
 * @param choices the allowed values; none if any text, or any match of the pattern, is allowed
 * @param pattern the regular expression that a text other than the choices must match; null if only the choices, or any text, are allowed
 * @param form the pattern in words that can follow "must be"; null if there is no pattern
 * @param nested whether keys {@code name.*} belong to the provider that this key's value names
 * @param only the settings that it has an effect with, as in {@link #onlyWith}; none if it always has an effect
 */
public record ConfigKey(
        String name,
        Type type,
        @Nullable String defaultValue,
        String help,
        long min,
        long max,
        List<String> choices,
        @Nullable String pattern,
        @Nullable String form,
        boolean nested,
        List<String> only) {

    /** How a value is written. Immutable. */
    public enum Type {
        /** Any text, one of the choices, or what the pattern allows. */
        TEXT,
        /** A decimal integer. */
        INTEGER,
        /** {@code true} or {@code false}. */
        FLAG,
        /** A number with a unit, such as {@code 500ms}, {@code 3s}, {@code 10min}, {@code 1h}, {@code 1d}, or ISO 8601. */
        DURATION,
        /** ISO 8601 in UTC, such as {@code 2020-01-01T00:00:00Z}, or epoch milliseconds. */
        INSTANT,
        /** A URL or a list of servers: it may hold a password, so it is printed as {@link Address} shows it. */
        ADDRESS,
        /** A text that is never printed. */
        SECRET
    }

    private static final List<String> FLAGS = List.of("true", "false");

    public ConfigKey {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(help, "help");
        if (!isName(name)) {
            throw new IllegalArgumentException("a key's name is lower-case words with hyphens: " + name);
        }
        if ((pattern == null) != (form == null)) {
            throw new IllegalArgumentException("a key has a pattern and its form in words, or neither: " + name);
        }
        choices = List.copyOf(choices);
        only = List.copyOf(only);
    }

    /** Words of lower-case letters and digits, with hyphens between them. Checked by hand, since each loaded key is checked. */
    private static boolean isName(String name) {
        boolean word = false;
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c == '-' ? !word : !(c >= 'a' && c <= 'z' || c >= '0' && c <= '9')) {
                return false;
            }
            word = c != '-';
        }
        return word;
    }

    /** A text. */
    public static ConfigKey text(String name, @Nullable String defaultValue, String help) {
        return new ConfigKey(name, Type.TEXT, defaultValue, help, 0, 0, List.of(), null, null, false, List.of());
    }

    /**
     * A text that must match a regular expression.
     *
     * @param form the expression in words that can stand behind "must be", such as {@code 1 to 64 ASCII letters or digits}
     */
    public static ConfigKey matching(
            String name, String pattern, String form, @Nullable String defaultValue, String help) {
        return new ConfigKey(name, Type.TEXT, defaultValue, help, 0, 0, List.of(), pattern, form, false, List.of());
    }

    /** One of several values. */
    public static ConfigKey choice(String name, List<String> choices, @Nullable String defaultValue, String help) {
        return new ConfigKey(name, Type.TEXT, defaultValue, help, 0, 0, choices, null, null, false, List.of());
    }

    /**
     * One of several values, or a value with a number in it.
     *
     * @param pattern the expression that any other value must match
     * @param form the expression in words, such as {@code padded:1 to padded:99}
     */
    public static ConfigKey choiceOr(
            String name,
            List<String> choices,
            String pattern,
            String form,
            @Nullable String defaultValue,
            String help) {
        return new ConfigKey(name, Type.TEXT, defaultValue, help, 0, 0, choices, pattern, form, false, List.of());
    }

    /** The name of another provider, whose own keys are given as {@code name.*}; see {@link IdConfig#sub(String, Provider)}. */
    public static ConfigKey provider(String name, @Nullable String defaultValue, String help) {
        return new ConfigKey(name, Type.TEXT, defaultValue, help, 0, 0, List.of(), null, null, true, List.of());
    }

    /** An integer within a range. */
    public static ConfigKey integer(String name, long min, long max, @Nullable Long defaultValue, String help) {
        String text = defaultValue == null ? null : defaultValue.toString();
        return new ConfigKey(name, Type.INTEGER, text, help, min, max, List.of(), null, null, false, List.of());
    }

    /** True or false. */
    public static ConfigKey flag(String name, boolean defaultValue, String help) {
        String text = String.valueOf(defaultValue);
        return new ConfigKey(name, Type.FLAG, text, help, 0, 0, FLAGS, null, null, false, List.of());
    }

    /**
     * A duration within a range, to the millisecond.
     *
     * @param defaultValue its default as it would be written, or null if there is none
     */
    public static ConfigKey duration(
            String name, Duration min, Duration max, @Nullable String defaultValue, String help) {
        long least = min.toMillis();
        long most = max.toMillis();
        return new ConfigKey(
                name, Type.DURATION, defaultValue, help, least, most, List.of(), null, null, false, List.of());
    }

    /** An instant. */
    public static ConfigKey instant(String name, @Nullable Instant defaultValue, String help) {
        String text = defaultValue == null ? null : defaultValue.toString();
        return new ConfigKey(name, Type.INSTANT, text, help, 0, 0, List.of(), null, null, false, List.of());
    }

    /**
     * A URL or a list of servers, which may hold a password.
     *
     * @param pattern what it must match: user information has no {@code @}, {@code /} or {@code ?} but in their escaped form, so that
     *     {@link Address} finds it
     * @param form the pattern in words, such as {@code redis://[user:password@]host[:port]}
     */
    public static ConfigKey address(
            String name, String pattern, String form, @Nullable String defaultValue, String help) {
        return new ConfigKey(name, Type.ADDRESS, defaultValue, help, 0, 0, List.of(), pattern, form, false, List.of());
    }

    /** A text that is never printed. */
    public static ConfigKey secret(String name, String help) {
        return new ConfigKey(name, Type.SECRET, null, help, 0, 0, List.of(), null, null, false, List.of());
    }

    /**
     * The same key with a condition: without one of the other settings it has no effect and is refused. Its help says so.
     *
     * @param others the conditions; one must hold: {@code key} is set, or {@code key=value}. A value may end in {@code ...}, for any text.
     */
    public ConfigKey onlyWith(String... others) {
        return new ConfigKey(
                name,
                type,
                defaultValue,
                "with " + String.join(" or ", others) + ": " + help,
                min,
                max,
                choices,
                pattern,
                form,
                nested,
                List.of(others));
    }

    /**
     * The allowed values, in words.
     *
     * @return such as {@code an integer from 0 to 31}
     */
    public String allowed() {
        return switch (type) {
            case TEXT -> {
                if (!choices.isEmpty()) {
                    yield "one of " + String.join(", ", choices) + (form == null ? "" : ", or " + form);
                }
                yield form == null ? "a text" : form;
            }
            case INTEGER -> "an integer from " + min + " to " + max;
            case FLAG -> "true or false";
            case DURATION ->
                "a duration from " + Durations.format(min) + " to " + Durations.format(max)
                        + ", such as 500ms, 3s, 10min, 1h or 1d";
            case INSTANT -> "an instant in UTC such as 2020-01-01T00:00:00Z, or epoch milliseconds";
            case ADDRESS -> Objects.requireNonNull(form);
            case SECRET -> "a text (never shown)";
        };
    }
}
