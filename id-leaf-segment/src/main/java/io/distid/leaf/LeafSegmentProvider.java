package io.distid.leaf;

import io.distid.ConfigException;
import io.distid.IdGenerator;
import io.distid.IdKind;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.spi.IdGeneratorProvider;
import io.distid.spi.Providers;
import io.distid.spi.SegmentStore;
import io.distid.spi.SegmentStoreProvider;
import java.time.Duration;
import java.util.List;

/**
 * Opens the strategy {@code leaf-segment}: one tag of a segment store that is found by name. Stateless: safe for use by any
 * number of threads.
 */
public final class LeafSegmentProvider implements IdGeneratorProvider {
    static final String NAME = "leaf-segment";

    /** For {@link java.util.ServiceLoader}. */
    public LeafSegmentProvider() {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public IdKind kind() {
        return IdKind.LONG;
    }

    @Override
    public String summary() {
        return "dense 63-bit ids from ranges claimed ahead of need (Leaf)";
    }

    @Override
    public List<ConfigKey> keys() {
        return List.of(
                ConfigKey.text("tag", null, "whose ids; must exist in the store"),
                ConfigKey.provider("store", "mysql", "where ranges are claimed; its keys follow as store.*"),
                ConfigKey.integer("prefetch", 0, 100, 10L, "percent of a segment used when the next one is loaded"),
                ConfigKey.choice(
                        "step-rule",
                        List.of("cut", "leaf"),
                        "cut",
                        "a step that a bound would cut short is cut, or stays as it is, as in Leaf"),
                ConfigKey.integer(
                        "min-step", 1, StepRule.LIMIT, 1L, "least ids of a claim; the store's own step if more"),
                ConfigKey.integer(
                        "max-step",
                        1,
                        StepRule.LIMIT,
                        null,
                        "most ids of a claim; 64 times as many where callers use those up before the store answers; default: 10000000, or 1000000 with step-rule=leaf, or what the store grants at a time if that is less"),
                ConfigKey.duration(
                        "grow-under",
                        Duration.ZERO,
                        LeafOptions.LONGEST,
                        "15min",
                        "a segment used up sooner doubles the step"),
                ConfigKey.duration(
                        "shrink-over",
                        Duration.ZERO,
                        LeafOptions.LONGEST,
                        "30min",
                        "a segment that lasted longer halves the step"),
                ConfigKey.duration(
                        "grow-every",
                        Duration.ZERO,
                        LeafOptions.LONGEST,
                        null,
                        "least time between two doublings; default: 250ms, or 0ms with step-rule=leaf"),
                ConfigKey.duration(
                        "look-ahead",
                        Duration.ZERO,
                        LeafOptions.LONGEST,
                        null,
                        "how long ids in hand last at the present rate, at least; default: 10s, or 0ms with step-rule=leaf"),
                ConfigKey.duration(
                        "max-wait",
                        LeafOptions.SHORTEST,
                        LeafOptions.LONGEST_WAIT,
                        "3s",
                        "how long a call waits for a segment"),
                ConfigKey.duration(
                        "refresh",
                        LeafOptions.SHORTEST,
                        LeafOptions.LONGEST,
                        "1min",
                        "how often the store is asked for tag and step"),
                ConfigKey.choice("order", List.of("generator", "thread"), "generator", "whose ids increase"),
                ConfigKey.integer("thread-block", 1, 1 << 20, 1024L, "ids a thread takes at a time")
                        .onlyWith("order=thread"));
    }

    @Override
    public IdGenerator open(IdConfig config) {
        String tag = config.text("tag");
        LeafOptions options = options(config);
        SegmentStoreProvider provider = Providers.find(SegmentStoreProvider.class, config, "store");
        IdConfig stores = config.sub("store", provider);
        boolean capped = config.has("max-step");
        long most = provider.maxSize(stores);
        // Before the store is opened, which writes down for ever how several databases divide ids.
        LeafSegments.requireGrantable(most, capped ? options : LeafSegments.within(most, options));
        SegmentStore store = provider.open(stores);
        LeafSegments segments = capped ? LeafSegments.open(store, options) : LeafSegments.openWithin(store, options);
        try {
            return LeafSegmentGenerator.of(segments, tag);
        } catch (RuntimeException | Error e) {
            segments.closeAfter(e);
            throw e;
        }
    }

    private static LeafOptions options(IdConfig config) {
        boolean asLeaf = config.text("step-rule").equals("leaf");
        StepRule rule = asLeaf ? StepRule.LEAF : StepRule.DEFAULT;
        long maxStep = config.has("max-step") ? config.integer("max-step") : rule.maxStep();
        Duration growEvery = config.has("grow-every") ? config.duration("grow-every") : rule.growEvery();
        if (config.duration("grow-under").compareTo(config.duration("shrink-over")) > 0) {
            throw config.invalid("grow-under", "at most as long as shrink-over");
        }
        Duration lookAhead = config.has("look-ahead")
                ? config.duration("look-ahead")
                : asLeaf ? Duration.ZERO : LeafOptions.DEFAULT.lookAhead();
        try {
            return new LeafOptions(
                    (int) config.integer("prefetch"),
                    new StepRule(
                            config.integer("min-step"),
                            maxStep,
                            config.duration("grow-under"),
                            config.duration("shrink-over"),
                            growEvery,
                            asLeaf),
                    lookAhead,
                    config.duration("max-wait"),
                    config.duration("refresh"),
                    config.text("order").equals("thread") ? (int) config.integer("thread-block") : 0);
        } catch (ConfigException e) {
            throw new ConfigException(NAME + ": " + e.getMessage(), e);
        }
    }
}
