package io.distid.testkit;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A clock that stands still until a test moves it, in either direction.
 *
 * <p>Safe for use by several threads: a move is seen by every call that begins after it returned.
 */
public final class ManualClock implements InstantSource {
    private final AtomicReference<Instant> now;

    /**
     * Starts a clock.
     *
     * @param start the instant that it shows until it is moved
     */
    public ManualClock(Instant start) {
        now = new AtomicReference<>(Objects.requireNonNull(start, "start"));
    }

    @Override
    public Instant instant() {
        return now.get();
    }

    @Override
    public long millis() {
        return now.get().toEpochMilli();
    }

    /**
     * Sets the clock, forward or back.
     *
     * @param instant the instant that it shows from now on
     */
    public void set(Instant instant) {
        now.set(Objects.requireNonNull(instant, "instant"));
    }

    /**
     * Moves the clock forward.
     *
     * @param duration the step, at least 0
     * @return the instant that it shows now
     * @throws IllegalArgumentException if the duration is negative
     */
    public Instant advance(Duration duration) {
        requireForward(duration);
        return now.updateAndGet(instant -> instant.plus(duration));
    }

    /**
     * Sets the clock back.
     *
     * @param duration the step, at least 0
     * @return the instant that it shows now
     * @throws IllegalArgumentException if the duration is negative
     */
    public Instant stepBack(Duration duration) {
        requireForward(duration);
        return now.updateAndGet(instant -> instant.minus(duration));
    }

    /** The instant that it shows. */
    @Override
    public String toString() {
        return "ManualClock[" + now.get() + "]";
    }

    private static void requireForward(Duration duration) {
        if (duration.isNegative()) {
            throw new IllegalArgumentException("duration must not be negative: " + duration);
        }
    }
}
