package io.distid.internal;

import java.time.Duration;

/** Durations as operators write them, in settings and for tools. Stateless: safe for use by any number of threads. */
public final class Durations {
    private static final int MOST_DIGITS = 15;

    private Durations() {}

    /**
     * Reads {@code 500ms}, {@code 3s}, {@code 10min} (or {@code 10m}), {@code 1h}, {@code 1d}, or ISO 8601.
     *
     * @return not negative, unless it is ISO 8601
     * @throws IllegalArgumentException if the text is neither, or too long to count in ms
     */
    public static Duration parse(String text) {
        int digits = 0;
        while (digits < text.length() && text.charAt(digits) >= '0' && text.charAt(digits) <= '9') {
            digits++;
        }
        long unit = digits == 0 || digits > MOST_DIGITS
                ? 0
                : millis(text.substring(digits).strip());
        if (unit == 0) {
            return Iso8601.duration(text);
        }
        try {
            return Duration.ofMillis(Math.multiplyExact(Long.parseLong(text.substring(0, digits)), unit));
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException("not a duration: " + text, e);
        }
    }

    /** A unit in ms; 0 if there is none of that name. */
    private static long millis(String unit) {
        return switch (unit) {
            case "ms" -> 1;
            case "s" -> 1_000;
            case "min", "m" -> 60_000;
            case "h" -> 3_600_000;
            case "d" -> 86_400_000;
            default -> 0;
        };
    }

    /** The shortest way to write it that {@link #parse(String)} reads. */
    public static String format(long millis) {
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
