package io.distid.uuid;

import io.distid.internal.time.CoarseClock;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.time.ClockLimits;
import io.distid.time.SequenceStart;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;

/**
 * The clock of a generator, and what to do when the next id's time leads it.
 *
 * <p>A UUID's uniqueness does not rest on its time, so a long lead harms only the accuracy of that time. When the clock is set back, ids keep the
 * time they had reached and go on increasing until the clock has caught up. Immutable, except a {@link CoarseClock}, which is closed with the
 * generator.
 *
 * @param source read for each id; a {@link CoarseClock} is closed with the generator
 * @param maxLead how far an id's time may lead the clock
 * @param maxWait how long a caller may wait beyond that
 */
public record UuidClock(InstantSource source, Duration maxLead, Duration maxWait) {
    /** More than a day, so that ids go on when a clock that was a day ahead is corrected. */
    private static final Duration LONG_LEAD = Duration.ofDays(2);

    private static final Duration WAIT = Duration.ofSeconds(1);

    /** The lead of version 1. It may follow a clock that was set back, since it promises no order. */
    static final Duration BRIEF_LEAD = Duration.ofSeconds(1);

    /**
     * Checks the figures.
     *
     * @throws io.distid.ConfigException if a duration is negative or longer than 36500 days
     */
    public UuidClock {
        Objects.requireNonNull(source, "source");
        new ClockLimits(maxLead, maxWait, SequenceStart.ZERO);
    }

    /** The system's clock, read for each id; a lead of up to two days, a wait of up to a second. */
    public static UuidClock exact() {
        return new UuidClock(InstantSource.system(), LONG_LEAD, WAIT);
    }

    /** A {@link CoarseClock}, closed with the generator; lead and wait as {@link #exact()}. */
    public static UuidClock coarse() {
        return new UuidClock(CoarseClock.acquire(), LONG_LEAD, WAIT);
    }

    /** The same with another lead. */
    public UuidClock withMaxLead(Duration lead) {
        return new UuidClock(source, lead, maxWait);
    }

    /** The same with another wait. */
    public UuidClock withMaxWait(Duration wait) {
        return new UuidClock(source, maxLead, wait);
    }

    static UuidClock of(IdConfig config) {
        UuidClock clock = config.text("clock").equals("coarse") ? coarse() : exact();
        return clock.withMaxLead(config.duration("max-lead")).withMaxWait(config.duration("max-wait"));
    }

    ClockLimits rule(SequenceStart start) {
        return new ClockLimits(maxLead, maxWait, start);
    }

    void close() {
        if (source instanceof CoarseClock coarse) {
            coarse.close();
        }
    }

    static List<ConfigKey> keys() {
        return keys("2d");
    }

    static List<ConfigKey> briefKeys() {
        return keys("1s");
    }

    private static List<ConfigKey> keys(String lead) {
        return List.of(
                ConfigKey.choice(
                        "clock",
                        List.of("exact", "coarse"),
                        "exact",
                        "read the clock on each id, or a field set each 0.5 ms"),
                ConfigKey.duration(
                        "max-lead",
                        Duration.ZERO,
                        Duration.ofDays(365),
                        lead,
                        "how far ids may lead the clock, when it is set back or a ms is spent"),
                ConfigKey.duration(
                        "max-wait",
                        Duration.ZERO,
                        Duration.ofHours(1),
                        "1s",
                        "how long a call may wait beyond max-lead"));
    }
}
