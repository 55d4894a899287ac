package io.distid.internal;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;

/**
 * Durations and instants in ISO 8601. A class of its own, since few settings are written so. Its exceptions would otherwise be loaded before the
 * first id.
 */
public final class Iso8601 {
    private Iso8601() {}

    /**
     * Reads a duration such as {@code PT1.5S}.
     *
     * @throws IllegalArgumentException if the text is something else, or too long to count in ms
     */
    public static Duration duration(String text) {
        try {
            Duration duration = Duration.parse(text);
            duration.toMillis();
            return duration;
        } catch (DateTimeException | ArithmeticException e) {
            throw new IllegalArgumentException("not a duration: " + text, e);
        }
    }

    /**
     * Reads an instant such as {@code 2020-01-01T00:00:00Z}.
     *
     * @throws IllegalArgumentException if the text is something else
     */
    public static Instant instant(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("not an instant: " + text, e);
        }
    }
}
