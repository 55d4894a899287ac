package io.distid.sonyflake;

import io.distid.IdGenerator;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.spi.IdGeneratorProvider;
import io.distid.spi.Providers;
import io.distid.spi.WorkerIds;
import io.distid.spi.WorkerIdsProvider;
import io.distid.time.ClockRule;
import io.distid.time.SequenceStart;
import java.time.Duration;
import java.util.List;

/** Opens {@link Sonyflake} by name and strings. */
public final class SonyflakeProvider implements IdGeneratorProvider {
    static final String RESTS_ON_CLOCK =
            "restart safety rests on the clock: no store keeps the last tick, so a clock set back "
                    + "while the process is down can repeat ids, and so can a second machine on this machine id";

    private static final List<ConfigKey> KEYS = List.of(
            ConfigKey.instant("start-time", SonyflakeFormat.DEFAULT.startTime(), "tick 0, in the past"),
            ConfigKey.duration("time-unit", Duration.ofMillis(1), Duration.ofDays(1), "10ms", "length of a tick"),
            ConfigKey.integer("sequence-bits", 0, 30, 8L, "bits of the sequence"),
            ConfigKey.integer("machine-bits", 0, 30, 16L, "bits of the machine id; time gets the rest, at least 32"),
            ConfigKey.duration(
                    "max-lead", Duration.ZERO, Duration.ofDays(365), "0ms", "how far ids may lead the clock"),
            ConfigKey.duration("max-wait", Duration.ZERO, Duration.ofHours(1), "1s", "how long a call may wait"),
            ConfigKey.provider("worker", "ip", "where the machine id comes from; its keys are worker.*"),
            ConfigKey.matching(
                    "namespace",
                    "[A-Za-z0-9._-]{1,64}",
                    "sonyflake",
                    "generators that share machine ids share a namespace"),
            ConfigKey.duration(
                    "reservation",
                    Duration.ofMillis(100),
                    Duration.ofHours(1),
                    "3s",
                    "how far ahead ticks are reserved in the store"),
            ConfigKey.duration(
                    "start-wait",
                    Duration.ZERO,
                    Duration.ofHours(1),
                    "15s",
                    "how long opening waits for a crashed predecessor's reservation"));

    /** For ServiceLoader. */
    public SonyflakeProvider() {}

    /** {@inheritDoc} */
    @Override
    public String name() {
        return "sonyflake";
    }

    /** {@inheritDoc} */
    @Override
    public String summary() {
        return "63 bits of 10 ms ticks, sequence and machine id; increases per generator, sorts by time across machines";
    }

    /** {@inheritDoc} */
    @Override
    public List<ConfigKey> keys() {
        return KEYS;
    }

    /** {@inheritDoc} */
    @Override
    public IdGenerator open(IdConfig config) {
        SonyflakeFormat format = new SonyflakeFormat(
                config.instant("start-time"),
                config.duration("time-unit"),
                Math.toIntExact(config.integer("sequence-bits")),
                Math.toIntExact(config.integer("machine-bits")));
        SonyflakeBuilder builder = Sonyflake.builder()
                .format(format)
                .rule(new ClockRule(config.duration("max-lead"), config.duration("max-wait"), SequenceStart.ZERO))
                .namespace(config.text("namespace"))
                .reservation(config.duration("reservation"))
                .startWait(config.duration("start-wait"));
        WorkerIdsProvider provider = Providers.find(WorkerIdsProvider.class, config.text("worker"));
        WorkerIds machines = provider.open(config.sub("worker", provider));
        try {
            return builder.open(machines, List.of(machines::close));
        } catch (RuntimeException | Error e) {
            machines.close();
            throw e;
        }
    }
}
