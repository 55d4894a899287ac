package io.distid.sonyflake;

import io.distid.IdGenerator;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.spi.IdGeneratorProvider;
import io.distid.spi.WorkerIds;
import io.distid.time.ClockRule;
import io.distid.worker.LeaseConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Opens {@link Sonyflake} by name and strings. */
public final class SonyflakeProvider implements IdGeneratorProvider {
    private static final List<ConfigKey> KEYS = List.of(
            ConfigKey.instant("start-time", SonyflakeFormat.DEFAULT.startTime(), "tick 0, in the past"),
            ConfigKey.duration("time-unit", Duration.ofMillis(1), Duration.ofDays(1), "10ms", "length of a tick"),
            ConfigKey.integer("bits-sequence", 0, 30, 8L, "bits of the sequence"),
            ConfigKey.integer("bits-machine-id", 0, 30, 16L, "bits of the machine id; time gets the rest, at least 32"),
            ConfigKey.choice("rule", List.of("wait", "original"), "wait", "clock rule to start from"),
            LeaseConfig.MAX_LEAD,
            LeaseConfig.MAX_WAIT,
            ConfigKey.provider("worker", "ip", "where the machine id comes from; its keys are worker.*"),
            ConfigKey.provider(
                    "check", null, "what proves the machine id free; its keys are check.*; default: nothing"),
            ConfigKey.choice("on-clash", Clash.names(), "move", "take another id, or refuse, if the id is taken"),
            ConfigKey.matching(
                    "namespace",
                    "[A-Za-z0-9._-]{1,64}",
                    "sonyflake",
                    "generators that share machine ids share a namespace"),
            LeaseConfig.RESERVATION,
            LeaseConfig.START_WAIT);

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
        SonyflakeBuilder builder = Sonyflake.builder()
                .format(format(config))
                .rule(rule(config))
                .namespace(config.text("namespace"))
                .reservation(config.duration("reservation"))
                .startWait(config.duration("start-wait"));
        List<Runnable> ends = new ArrayList<>();
        try {
            WorkerIds machines = LeaseConfig.source(config, "worker", ends);
            if (config.has("check")) {
                builder.check(LeaseConfig.source(config, "check", ends)).onClash(Clash.named(config.text("on-clash")));
            }
            return builder.open(machines, ends);
        } catch (RuntimeException | Error e) {
            ends.forEach(Runnable::run);
            throw e;
        }
    }

    private static SonyflakeFormat format(IdConfig config) {
        return new SonyflakeFormat(
                config.instant("start-time"),
                config.duration("time-unit"),
                Math.toIntExact(config.integer("bits-sequence")),
                Math.toIntExact(config.integer("bits-machine-id")));
    }

    private static ClockRule rule(IdConfig config) {
        return LeaseConfig.rule(
                config, config.text("rule").equals("original") ? ClockRule.SONYFLAKE : ClockRule.DEFAULT);
    }
}
