package io.distid.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.IdException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Times at the limits of their types, and a check of settings with such times. Stateless: safe for use by several threads. */
public final class ExtremeTimes {
    private ExtremeTimes() {}

    /**
     * Instants.
     *
     * @return the limits of the type, of epoch ms and of years with four digits, and an ordinary instant
     */
    public static List<Instant> instants() {
        return List.of(
                Instant.MIN,
                Instant.MAX,
                Instant.EPOCH,
                Instant.ofEpochMilli(Long.MIN_VALUE),
                Instant.ofEpochMilli(Long.MAX_VALUE),
                Instant.parse("0000-01-01T00:00:00Z"),
                Instant.parse("9999-12-31T23:59:59Z"),
                Instant.parse("2026-11-20T12:00:00Z"));
    }

    /**
     * Durations.
     *
     * @return the limits of the type and of ms, zero, a negative duration, a duration below a ms, and ordinary
     *     durations
     */
    public static List<Duration> durations() {
        return List.of(
                Duration.ZERO,
                Duration.ofNanos(1),
                Duration.ofMillis(1),
                Duration.ofMillis(-1),
                Duration.ofDays(1),
                Duration.ofDays(36_500),
                Duration.ofMillis(Long.MAX_VALUE),
                Duration.ofSeconds(Long.MAX_VALUE, 999_999_999),
                Duration.ofSeconds(Long.MIN_VALUE));
    }

    /**
     * Checks that a call succeeds, or that distid refuses it in its own words, without an overflow inside.
     *
     * @param call a call with such times
     * @throws AssertionError if it is refused by an overflow or without a message
     */
    public static void requireDoneOrRefused(Runnable call) {
        try {
            call.run();
        } catch (IllegalArgumentException | IdException e) {
            assertThat(e).hasMessageNotContaining("overflow");
            assertThat(e.getMessage()).isNotBlank();
        }
    }
}
