package io.distid.sonyflake;

import io.distid.IdGenerator;
import io.distid.IdKind;
import io.distid.IdTraits;
import io.distid.internal.worker.LeaseResources;
import io.distid.internal.worker.LeasedSequencerConfig;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.spi.IdGeneratorProvider;
import io.distid.spi.LayoutReader;
import io.distid.spi.Providers;
import io.distid.time.ClockLimits;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerIdsProvider;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Opens {@link Sonyflake} by name and strings. Stateless: safe for use by any number of threads. */
public final class SonyflakeProvider implements IdGeneratorProvider {
    private static final List<ConfigKey> KEYS = List.of(
            ConfigKey.instant("epoch", SonyflakeFormat.DEFAULT.startTime(), "tick 0, in the past"),
            ConfigKey.duration("tick", Duration.ofMillis(1), Duration.ofDays(1), "10ms", "length of a tick"),
            ConfigKey.integer("sequence-bits", 0, 30, 8L, "bits of the sequence"),
            ConfigKey.integer("worker-bits", 0, 30, 16L, "bits of the machine id; time gets the rest, at least 32"),
            ConfigKey.choice("rule", List.of("wait", "original"), "wait", "clock rule to start from"),
            LeasedSequencerConfig.MAX_LEAD,
            LeasedSequencerConfig.MAX_WAIT,
            ConfigKey.provider("worker", "ip", "where the machine id comes from; its keys are worker.*"),
            ConfigKey.provider(
                    "check", null, "what proves the machine id free; its keys are check.*; default: nothing"),
            ConfigKey.choice(
                            "on-conflict",
                            ConflictPolicy.names(),
                            null,
                            "take another id, or refuse, if the check finds it taken; default: move")
                    .onlyWith("check"),
            LeasedSequencerConfig.namespace("sonyflake"),
            LeasedSequencerConfig.RESERVATION,
            LeasedSequencerConfig.START_WAIT);

    /** For ServiceLoader. */
    public SonyflakeProvider() {}

    @Override
    public String name() {
        return "sonyflake";
    }

    @Override
    public IdKind kind() {
        return IdKind.LONG;
    }

    @Override
    public String summary() {
        return "63 bits of 10 ms ticks, sequence and machine id; increases per generator, sorts by time across machines";
    }

    @Override
    public List<ConfigKey> keys() {
        return KEYS;
    }

    @Override
    public IdTraits traits(IdConfig config) {
        return Sonyflake.traits(format(config), source(config).durable(), config.has("check"), List.of());
    }

    @Override
    public LayoutReader reader(IdConfig config) {
        return format(config);
    }

    @Override
    public @Nullable String server(IdConfig config) {
        return source(config).server();
    }

    /** The source of leases that keeps others from the machine id. */
    private static WorkerIdsProvider source(IdConfig config) {
        return Providers.find(WorkerIdsProvider.class, config, config.has("check") ? "check" : "worker");
    }

    @Override
    public IdGenerator open(IdConfig config) {
        SonyflakeBuilder builder = Sonyflake.builder()
                .format(format(config))
                .rule(rule(config))
                .namespace(config.text("namespace"))
                .startWait(config.duration("start-wait"));
        if (config.has("on-conflict")) {
            builder.onConflict(ConflictPolicy.named(config.text("on-conflict")));
        }
        return LeaseResources.open(resources -> {
            WorkerIds machines = resources.source(config, "worker");
            WorkerIds leased = machines;
            if (config.has("check")) {
                leased = resources.source(config, "check");
                builder.check(leased);
            }
            return builder.reservation(LeasedSequencerConfig.reservation(config, leased))
                    .open(machines, resources);
        });
    }

    /**
     * The format that settings ask for.
     *
     * @return the original's format, with the given values in place of its own
     * @throws io.distid.ConfigException if the fields do not fit together
     */
    public static SonyflakeFormat format(IdConfig config) {
        return new SonyflakeFormat(
                LeasedSequencerConfig.epoch(config),
                config.duration("tick"),
                Math.toIntExact(config.integer("sequence-bits")),
                Math.toIntExact(config.integer("worker-bits")));
    }

    private static ClockLimits rule(IdConfig config) {
        return LeasedSequencerConfig.rule(
                config, config.text("rule").equals("original") ? ClockLimits.SONYFLAKE : ClockLimits.WAIT);
    }
}
