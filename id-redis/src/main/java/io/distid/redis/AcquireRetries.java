package io.distid.redis;

import io.distid.spi.ConfigKey;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Limits how often and how long one request of an acquire is repeated. Pauses grow and have a random part, so that
 * processes that start together do not retry together. Used by one thread.
 */
final class AcquireRetries {
    /** How long an acquire may take: 30 s. */
    static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(30);

    /** How long opening waits for the answers of a store, for sources whose requests have a time-out of their own. */
    static final ConfigKey TIMEOUT = ConfigKey.duration(
            "open-timeout",
            Duration.ofMillis(10),
            Duration.ofHours(1),
            "30s",
            "how long opening waits for answers; a request that is carried out later grants nothing");

    private static final long FIRST_PAUSE_NANOS = 1_000_000;
    private static final long LONGEST_PAUSE_NANOS = 2_000_000_000;

    private final long end;
    private long pause = FIRST_PAUSE_NANOS;

    /** Begins an acquire. */
    AcquireRetries(Duration timeout) {
        this.end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeout.toMillis());
    }

    /** Returns the time that is left. */
    Duration left() {
        return Duration.ofNanos(Math.max(0, end - System.nanoTime()));
    }

    /**
     * Waits before the next attempt, about twice as long each time, up to 2 s.
     *
     * @return whether there is time for one; false at once if the thread is interrupted
     */
    boolean pause() {
        long until = System.nanoTime() + ThreadLocalRandom.current().nextLong(pause / 2, pause + 1);
        pause = Math.min(2 * pause, LONGEST_PAUSE_NANOS);
        while (!Thread.currentThread().isInterrupted()) {
            long now = System.nanoTime();
            if (now - end >= 0) {
                return false;
            }
            if (now - until >= 0) {
                return true;
            }
            LockSupport.parkNanos(this, Math.min(until - now, end - now));
        }
        return false;
    }
}
