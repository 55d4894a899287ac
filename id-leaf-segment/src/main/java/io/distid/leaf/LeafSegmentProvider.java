package io.distid.leaf;

import io.distid.ConfigException;
import io.distid.IdGenerator;
import io.distid.IdKind;
import io.distid.IdTraits;
import io.distid.internal.CleanUp;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.spi.IdGeneratorProvider;
import io.distid.spi.Providers;
import io.distid.spi.SegmentStoreProvider;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

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
                ConfigKey.text("tag", null, "names an existing counter of the store"),
                ConfigKey.provider("store", "mysql", "where ranges are claimed; its keys follow as store.*"),
                ConfigKey.integer("prefetch", 0, 100, 10L, "percent of a segment used when the next one is loaded"),
                ConfigKey.integer(
                        "min-step", 1, StepRule.LIMIT, 1L, "least ids of a claim; the store's own step if more"),
                ConfigKey.integer("max-step", 1, StepRule.LIMIT, StepRule.DEFAULT.maxStep(), "most ids of a claim"),
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
    public IdTraits traits(IdConfig config) {
        return LeafSegmentGenerator.traits(options(config), List.of());
    }

    @Override
    public @Nullable String server(IdConfig config) {
        return Providers.find(SegmentStoreProvider.class, config, "store").server();
    }

    @Override
    public IdGenerator open(IdConfig config) {
        String tag = config.text("tag");
        LeafOptions options = options(config);
        SegmentStoreProvider provider = Providers.find(SegmentStoreProvider.class, config, "store");
        LeafSegments segments = LeafSegments.open(provider.open(config.sub("store", provider)), options);
        try {
            return LeafSegmentGenerator.of(segments, tag);
        } catch (RuntimeException | Error e) {
            CleanUp.after(e, segments::close);
            throw e;
        }
    }

    private static LeafOptions options(IdConfig config) {
        if (config.duration("grow-under").compareTo(config.duration("shrink-over")) > 0) {
            throw config.invalid("grow-under", "at most as long as shrink-over");
        }
        try {
            return new LeafOptions(
                    (int) config.integer("prefetch"),
                    new StepRule(
                            config.integer("min-step"),
                            config.integer("max-step"),
                            config.duration("grow-under"),
                            config.duration("shrink-over")),
                    config.duration("max-wait"),
                    config.duration("refresh"),
                    config.text("order").equals("thread") ? (int) config.integer("thread-block") : 0);
        } catch (ConfigException e) {
            throw new ConfigException(NAME + ": " + e.getMessage(), e);
        }
    }
}
