package io.distid.bench.results;

import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How many ids of each node a check must have seen: of fewer a repeat or a broken order may be missing by chance alone, so what was found
 * is "not shown". Ids are drawn until there are so many, however busy the machine is. Stateless: safe for use by any number of threads.
 */
public final class LeastIds {
    /** For each node, a generator of one process or a process. */
    public static final int PER_NODE = 1000;

    /** How long they are drawn beyond the time that is meant for it. */
    public static final Duration PATIENCE = Duration.ofSeconds(30);

    private LeastIds() {}

    /**
     * The part of each thread.
     *
     * @param perNode how many each node is to have
     * @param threads how many share a node
     * @return rounded up
     */
    public static int perThread(int perNode, int threads) {
        return (perNode + threads - 1) / threads;
    }

    /**
     * Why nothing was shown.
     *
     * @param fewest how many ids the node made that made the fewest
     * @param perNode how many each is to have
     * @param where the ids come from, such as {@code 2 processes}
     * @return null if there were enough
     */
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
