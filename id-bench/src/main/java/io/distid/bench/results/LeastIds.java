package io.distid.bench.results;

import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The fewest ids of each node that a check needs. With fewer, a repeat or a broken order may be missing by chance, so
 * the verdict is "not shown". Nodes issue ids until there are enough, however busy the machine is. Stateless: safe for
 * use by any number of threads.
 */
public final class LeastIds {
    /** The fewest ids of a node, which is a process or a generator in a process. */
    public static final int PER_NODE = 1000;

    /** The extra time to get that many. */
    public static final Duration PATIENCE = Duration.ofSeconds(30);

    private LeastIds() {}

    /** The part of each thread, rounded up. */
    public static int perThread(int perNode, int threads) {
        return (perNode + threads - 1) / threads;
    }

    /** Why nothing was shown, or null if there were enough; {@code fewest}: the ids of the node with the fewest. */
    public static @Nullable String reason(long fewest, int perNode, String where) {
        return fewest >= perNode
                ? null
                : String.format(
                        Locale.ROOT,
                        "of %s one made %,d ids, and fewer than %,d show neither that none repeats nor their order",
                        where,
                        fewest,
                        perNode);
    }
}
