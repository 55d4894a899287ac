package io.distid.snowflake;

import io.distid.ConfigException;
import io.distid.IdGenerator;
import io.distid.IdKind;
import io.distid.IdTraits;
import io.distid.internal.time.CoarseClock;
import io.distid.internal.worker.LeaseResources;
import io.distid.internal.worker.LeasedSequencerConfig;
import io.distid.internal.worker.PreferredWorkerIds;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.spi.IdGeneratorProvider;
import io.distid.spi.LayoutReader;
import io.distid.spi.Providers;
import io.distid.time.ClockLimits;
import io.distid.time.SequenceStart;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerIdsProvider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Opens {@link Snowflake} by name and strings.
 *
 * <p>With a {@code text} other than the canonical one the generator is a {@code LongIdGenerator} around the Snowflake.
 * Stateless: safe for use by any number of threads.
 */
public final class SnowflakeProvider implements IdGeneratorProvider {
    private static final List<String> FIELDS = List.of("time", "datacenter", "worker", "sequence");
    private static final String ORDER =
            "time, datacenter, worker, sequence, each once, in any order, with commas and no spaces between";

    private static List<ConfigKey> keyList() {
        return List.of(
                ConfigKey.choice("preset", SnowflakePreset.names(), "distid", "layout to start from"),
                ConfigKey.instant("epoch", null, "tick 0, in the past; default: the preset's"),
                ConfigKey.duration(
                        "tick",
                        Duration.ofMillis(1),
                        Duration.ofDays(1),
                        null,
                        "length of a tick; default: the preset's"),
                bits("time-bits", "tick"),
                bits("datacenter-bits", "datacenter"),
                bits("worker-bits", "worker"),
                bits("sequence-bits", "sequence"),
                ConfigKey.matching(
                        "field-order",
                        "[a-z]+(,[a-z]+){3}",
                        ORDER,
                        "time,datacenter,worker,sequence",
                        "fields from the highest bits to the lowest"),
                ConfigKey.choice("rule", List.of("wait", "twitter", "leaf"), "wait", "clock rule to start from"),
                LeasedSequencerConfig.MAX_LEAD,
                LeasedSequencerConfig.MAX_WAIT,
                ConfigKey.text("sequence-start", null, "zero or random:N; default: the rule's"),
                ConfigKey.choice(
                        "clock",
                        List.of("exact", "coarse"),
                        "exact",
                        "read the clock on each id, or a field set each 0.5 ms"),
                ConfigKey.address(
                        DatacenterSource.KEY,
                        DatacenterSource.PATTERN,
                        DatacenterSource.FORM,
                        null,
                        "this node's datacenter id, or where to read it"),
                ConfigKey.matching(
                                DatacenterSource.NAMES,
                                "[A-Za-z0-9._-]+(,[A-Za-z0-9._-]+)*",
                                "names of ASCII letters, digits, dots, underscores or hyphens, with commas and no spaces between",
                                null,
                                "names that datacenter may have, such as eu-west-1a,eu-west-1b; their places from"
                                        + " 0 are the ids")
                        .onlyWith(DatacenterSource.KEY),
                ConfigKey.provider("worker", "fixed", "where the worker id comes from; its keys are worker.*"),
                ConfigKey.provider(
                        "prefer",
                        null,
                        "fixed, hostname or ip: the id to ask a leased source for first; its keys are prefer.*"),
                LeasedSequencerConfig.namespace("snowflake"),
                LeasedSequencerConfig.RESERVATION,
                LeasedSequencerConfig.START_WAIT);
    }

    /** For ServiceLoader. */
    public SnowflakeProvider() {}

    @Override
    public String name() {
        return "snowflake";
    }

    @Override
    public IdKind kind() {
        return IdKind.LONG;
    }

    @Override
    public String summary() {
        return "63 bits of time, node and sequence; increases per generator, sorts by time across nodes";
    }

    @Override
    public List<ConfigKey> keys() {
        return keyList();
    }

    @Override
    public IdTraits traits(IdConfig config) {
        return Snowflake.traits(layout(config), source(config).durable(), List.of());
    }

    @Override
    public LayoutReader reader(IdConfig config) {
        return layout(config);
    }

    @Override
    public @Nullable String server(IdConfig config) {
        return source(config).server();
    }

    private static WorkerIdsProvider source(IdConfig config) {
        return Providers.find(WorkerIdsProvider.class, config, "worker");
    }

    @Override
    public IdGenerator open(IdConfig config) {
        SnowflakeLayout layout = layout(config);
        SnowflakeBuilder builder = Snowflake.builder()
                .layout(layout)
                .rule(rule(config, layout.tick()))
                .namespace(config.text("namespace"))
                .startWait(config.duration("start-wait"));
        if (config.has("datacenter")) {
            int last = (1 << layout.datacenterBits()) - 1;
            builder.datacenter(new DatacenterSource(config, last, System::getenv).id());
        }
        // A class and no lambda, since the first lambda of a JVM costs several ms.
        return LeaseResources.open(new Function<>() {
            @Override
            public Snowflake apply(LeaseResources resources) {
                return open(config, builder, resources);
            }
        });
    }

    private static Snowflake open(IdConfig config, SnowflakeBuilder builder, LeaseResources resources) {
        WorkerIds workers = resources.source(config, "worker");
        if (config.has("prefer")) {
            workers = new PreferredWorkerIds(resources.source(config, "prefer"), workers);
        }
        if (config.text("clock").equals("coarse")) {
            builder.clock(CoarseClock.acquire());
        }
        return builder.reservation(LeasedSequencerConfig.reservation(config, workers))
                .open(workers, resources);
    }

    /**
     * The layout that settings ask for.
     *
     * @param config of a provider of this class
     * @return the preset's layout, with the given values in place of its own
     * @throws ConfigException if the fields do not fit together
     */
    public static SnowflakeLayout layout(IdConfig config) {
        SnowflakeLayout preset = SnowflakePreset.named(config.text("preset")).layout();
        return new SnowflakeLayout(
                config.has("epoch") ? LeasedSequencerConfig.epoch(config) : preset.epoch(),
                config.has("tick") ? config.duration("tick") : preset.tick(),
                bits(config, "time-bits", preset.timeBits()),
                bits(config, "datacenter-bits", preset.datacenterBits()),
                bits(config, "worker-bits", preset.workerBits()),
                bits(config, "sequence-bits", preset.sequenceBits()),
                order(config));
    }

    private static List<SnowflakeField> order(IdConfig config) {
        List<String> names = Arrays.asList(config.text("field-order").split(","));
        if (!FIELDS.containsAll(names)) {
            throw config.invalid("field-order", ORDER);
        }
        List<SnowflakeField> order = new ArrayList<>();
        for (String name : names) {
            order.add(SnowflakeField.valueOf(name.toUpperCase(Locale.ROOT)));
        }
        return order;
    }

    private static ClockLimits rule(IdConfig config, Duration tick) {
        ClockLimits rule = rule(config.text("rule"), tick);
        SequenceStart start = rule.sequenceStart();
        if (config.has("sequence-start")) {
            try {
                start = SequenceStart.parse(config.text("sequence-start"));
            } catch (ConfigException e) {
                throw config.invalid("sequence-start", "zero or random:N, such as random:100");
            }
        }
        return LeasedSequencerConfig.rule(config, new ClockLimits(rule.maxLead(), rule.maxWait(), start));
    }

    static ClockLimits rule(String name, Duration tick) {
        return switch (name) {
            case "twitter" -> ClockLimits.TWITTER.forTick(tick);
            case "leaf" -> ClockLimits.LEAF.forTick(tick);
            default -> ClockLimits.WAIT;
        };
    }

    private static int bits(IdConfig config, String key, int preset) {
        return config.has(key) ? Math.toIntExact(config.integer(key)) : preset;
    }

    private static ConfigKey bits(String name, String what) {
        return ConfigKey.integer(name, 0, 63, null, "bits of the " + what + "; default: the preset's");
    }
}
