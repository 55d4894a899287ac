package io.distid.internal.worker;

import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.time.ClockLimits;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerRequest;
import java.time.Duration;
import java.time.Instant;

/**
 * The settings of a {@link LeasedSequencer}, for the providers of strategies that are built from it, and of sources of worker ids.
 *
 * <p>A provider lists the keys that it offers, beside keys of its own that name the sources of worker ids. Stateless: safe for use by any number of
 * threads.
 */
public final class LeasedSequencerConfig {
    /** How far ids may lead the clock. The rule has the default. */
    public static final ConfigKey MAX_LEAD = ConfigKey.duration(
            "max-lead",
            Duration.ZERO,
            Duration.ofDays(365),
            null,
            "how far ids may lead the clock; default: the rule's");

    /** How long a call may wait for the clock. The rule has the default. */
    public static final ConfigKey MAX_WAIT = ConfigKey.duration(
            "max-wait", Duration.ZERO, Duration.ofHours(1), null, "how long a call may wait; default: the rule's");

    /** How far ahead ticks are reserved: 3 s by default. */
    public static final ConfigKey RESERVATION = ConfigKey.duration(
            "reservation",
            Duration.ofMillis(100),
            Duration.ofHours(1),
            "3s",
            "how far ahead ticks are reserved in the store");

    /** How long opening waits for the end of a crashed predecessor's reservation: 30 s by default. */
    public static final ConfigKey START_WAIT = ConfigKey.duration(
            "start-wait",
            Duration.ZERO,
            Duration.ofHours(1),
            "30s",
            "how long opening waits for a crashed predecessor's reservation");

    /** How far a node's clock may be ahead of the store's, for sources that lease worker ids: 5 s by default. */
    public static final ConfigKey MAX_AHEAD = ConfigKey.duration(
            "max-ahead",
            Duration.ofSeconds(1),
            Duration.ofDays(1),
            "5s",
            "how far a node's clock may lead the server's; equal in a namespace");

    private static final Instant YEAR_0 = Instant.ofEpochSecond(-62_167_219_200L);

    private LeasedSequencerConfig() {}

    /**
     * Key {@code namespace}: generators that share worker ids share it.
     *
     * @return up to 64 letters, digits, dots, underscores and hyphens, as {@link WorkerRequest} takes them
     */
    public static ConfigKey namespace(String defaultValue) {
        return ConfigKey.matching(
                "namespace",
                WorkerRequest.NAMESPACE,
                "1 to 64 ASCII letters, digits, dots, underscores or hyphens",
                defaultValue,
                "generators that share worker ids share a namespace");
    }

    /**
     * Key {@code epoch}, checked here so that an error shows it as it was written.
     *
     * @throws io.distid.ConfigException if nothing was given and there is no default, or it is in the future, or before the year 0
     */
    public static Instant epoch(IdConfig config) {
        Instant epoch = config.instant("epoch");
        Instant now = Instant.now();
        if (epoch.isAfter(now) || epoch.isBefore(YEAR_0)) {
            throw config.invalid("epoch", "from " + YEAR_0 + " to now, which is " + now);
        }
        return epoch;
    }

    /**
     * How far ahead ticks are reserved.
     *
     * @throws io.distid.ConfigException if somebody set the key, and the source leases nothing
     */
    public static Duration reservation(IdConfig config, WorkerIds workers) {
        if (config.isGiven("reservation") && !workers.heedsReservation()) {
            throw config.invalid(
                    "reservation",
                    "left out, since nothing is reserved for this worker id: its source does not lease it");
        }
        return config.duration("reservation");
    }

    /**
     * A clock rule with the lead and the wait that the settings ask for.
     *
     * @param config of a provider that lists {@link #MAX_LEAD} and {@link #MAX_WAIT}
     */
    public static ClockLimits rule(IdConfig config, ClockLimits rule) {
        return new ClockLimits(
                config.has("max-lead") ? config.duration("max-lead") : rule.maxLead(),
                config.has("max-wait") ? config.duration("max-wait") : rule.maxWait(),
                rule.sequenceStart());
    }
}
