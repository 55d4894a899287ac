package io.distid.worker;

import io.distid.ConfigException;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.spi.Providers;
import io.distid.spi.WorkerIds;
import io.distid.spi.WorkerIdsProvider;
import io.distid.time.ClockRule;
import java.time.Duration;
import java.util.List;

/**
 * The settings of a {@link LeasedSequencer}, for the providers of strategies that are made of one.
 *
 * <p>A provider lists those of the keys that it offers, beside keys of its own that name the sources of worker ids.
 */
public final class LeaseConfig {
    /** How far ids may lead the clock; without a default, since that is the rule's. */
    public static final ConfigKey MAX_LEAD = ConfigKey.duration(
            "max-lead",
            Duration.ZERO,
            Duration.ofDays(365),
            null,
            "how far ids may lead the clock; default: the rule's");

    /** How long a call may wait for the clock; without a default, since that is the rule's. */
    public static final ConfigKey MAX_WAIT = ConfigKey.duration(
            "max-wait", Duration.ZERO, Duration.ofHours(1), null, "how long a call may wait; default: the rule's");

    /** How far ahead ticks are reserved: 3 s by default. */
    public static final ConfigKey RESERVATION = ConfigKey.duration(
            "reservation",
            Duration.ofMillis(100),
            Duration.ofHours(1),
            "3s",
            "how far ahead ticks are reserved in the store");

    /** How long opening waits for the end of a crashed predecessor's reservation: 15 s by default. */
    public static final ConfigKey START_WAIT = ConfigKey.duration(
            "start-wait",
            Duration.ZERO,
            Duration.ofHours(1),
            "15s",
            "how long opening waits for a crashed predecessor's reservation");

    private LeaseConfig() {}

    /**
     * A clock rule with the lead and the wait that the settings ask for.
     *
     * @param config of a provider that lists {@link #MAX_LEAD} and {@link #MAX_WAIT}
     * @param rule has the say where nothing is set
     * @return with the same sequence start
     */
    public static ClockRule rule(IdConfig config, ClockRule rule) {
        return new ClockRule(
                config.has("max-lead") ? config.duration("max-lead") : rule.maxLead(),
                config.has("max-wait") ? config.duration("max-wait") : rule.maxWait(),
                rule.sequenceStart());
    }

    /**
     * Opens a source of worker ids.
     *
     * @param config names it, and holds its settings
     * @param key the key that names it; the source's own keys are {@code key.*}
     * @param ends gets what closes the source: to be run when the generator is closed, or opening it fails
     * @return ready for use
     * @throws ConfigException if there is no source of that name, or its settings do not fit
     * @throws io.distid.IdException if the source cannot be opened
     */
    public static WorkerIds source(IdConfig config, String key, List<Runnable> ends) {
        WorkerIdsProvider provider = Providers.find(WorkerIdsProvider.class, config.text(key));
        WorkerIds source = provider.open(config.sub(key, provider));
        ends.add(source::close);
        return source;
    }
}
