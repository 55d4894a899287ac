package io.distid.spi;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as operators write them. */
final class Durations {
    private static final Pattern NUMBER_AND_UNIT = Pattern.compile("(\\d{1,15})\\s*(ms|s|min|m|h|d)");

    private Durations() {}

    /**
     * Reads {@code 500ms}, {@code 3s}, {@code 10min} (or {@code 10m}), {@code 1h}, {@code 1d}, or ISO 8601.
     *
     * @throws IllegalArgumentException if the text is neither, or too long to count in ms
     */
    static Duration parse(String text) {
        Matcher matcher = NUMBER_AND_UNIT.matcher(text);
        try {
            if (!matcher.matches()) {
                Duration duration = Duration.parse(text);
                duration.toMillis();
                return duration;
            }
            long number = Long.parseLong(matcher.group(1));
            long unit = switch (matcher.group(2)) {
                case "ms" -> 1;
                case "s" -> 1_000;
                case "min", "m" -> 60_000;
                case "h" -> 3_600_000;
                default -> 86_400_000;
            };
            return Duration.ofMillis(Math.multiplyExact(number, unit));
        } catch (DateTimeParseException | ArithmeticException e) {
            throw new IllegalArgumentException("not a duration: " + text, e);
        }
    }

    /** The shortest way to write it that {@link #parse(String)} reads. */
    static String format(long millis) {
        if (millis != 0) {
            if (millis % 86_400_000 == 0) {
                return millis / 86_400_000 + "d";
            }
            if (millis % 3_600_000 == 0) {
                return millis / 3_600_000 + "h";
            }
            if (millis % 60_000 == 0) {
                return millis / 60_000 + "min";
            }
            if (millis % 1_000 == 0) {
                return millis / 1_000 + "s";
            }
        }
        return millis + "ms";
    }
}
