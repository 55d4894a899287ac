package io.distid.bench.throughput;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The time a cache line takes from one core to another, sampled again and again during a run.
 *
 * <p>What threads share travels with each id, so this time decides the rates at two and more threads of everything that keeps one
 * order. It is no constant: the host of a virtual machine moves its cores, from one cache to the next socket and back, and one
 * and the same program then has a third of its rate. A reader of the rates has to know. Not for use by several threads.
 */
public final class CoreToCoreLatency {
    private static final Logger LOG = System.getLogger("io.distid.bench");
    private static final int SLICES = 8;
    private static final long SLICE_NANOS = 2_000_000;
    /** Caches of one chip are within twice of each other; another chip, or another socket, is five times as far. */
    private static final int FAR = 3;
    /** A cache line's way takes tens to hundreds of ns; what takes longer waited for a core, not for a cache line. */
    private static final long LONGEST_NANOS = 20_000;
    /** Far from the ends of the array, so that the word has its cache line for itself. */
    private static final int WORD = 32;

    private final List<Long> samples = new ArrayList<>();

    /** Prepares; nothing is measured yet. */
    public CoreToCoreLatency() {}

    /**
     * Takes a sample, for some 16 ms. Finds nothing where there is one core, or the others are busy.
     *
     * @return false if the time was at least three times the shortest that was ever seen
     */
    public boolean sample() {
        OptionalLong seen = Runtime.getRuntime().availableProcessors() > 1 ? handover() : OptionalLong.empty();
        seen.ifPresent(samples::add);
        return seen.isEmpty() || !isFar(seen.getAsLong(), Collections.min(samples));
    }

    /** Logs a warning, if the distance changed so much that rates of this run cannot be compared without knowing it. */
    public void warnIfMoved() {
        String moved = moved(samples);
        if (!moved.isEmpty()) {
            LOG.log(Level.WARNING, moved);
        }
    }

    /** The warning for some latencies in ns; empty if the greatest is below three times the least. */
    static String moved(List<Long> nanos) {
        List<Long> sorted = nanos.stream().sorted().toList();
        if (sorted.isEmpty() || !isFar(sorted.get(sorted.size() - 1), sorted.get(0))) {
            return "";
        }
        long far = sorted.stream().filter(each -> isFar(each, sorted.get(0))).count();
        return "a word took " + sorted.get(0) + " to " + sorted.get(sorted.size() - 1)
                + " ns from one core to the other, at least three times the shortest in " + far + " of " + sorted.size()
                + " samples: the host moves its cores. Rates at 2 and more threads follow that where threads share a word";
    }

    private static boolean isFar(long nanos, long least) {
        return nanos >= FAR * least;
    }

    /** The ns a word takes from core to core: of several slices the shortest, since a thread may lose its core meanwhile. */
    static OptionalLong handover() {
        AtomicLongArray words = new AtomicLongArray(2 * WORD);
        Thread partner = new Thread(() -> answer(words), "distid-bench-core-distance");
        partner.setDaemon(true);
        partner.start();
        long best = Long.MAX_VALUE;
        for (int slice = 0; slice < SLICES; slice++) {
            best = Math.min(best, slice(words));
        }
        words.set(WORD, -1);
        return best == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(best);
    }

    private static long slice(AtomicLongArray words) {
        long start = System.nanoTime();
        long before = words.get(WORD);
        long elapsed;
        do {
            for (int i = 0; i < 1000; i++) {
                long word = words.get(WORD);
                if ((word & 1) == 0) {
                    words.set(WORD, word + 1);
                }
            }
            elapsed = System.nanoTime() - start;
        } while (elapsed < SLICE_NANOS);
        return perHandover(elapsed, words.get(WORD) - before).orElse(Long.MAX_VALUE);
    }

    /** The ns of one handover; empty if either thread was without a core for so long that they say nothing of the caches. */
    static OptionalLong perHandover(long elapsedNanos, long handovers) {
        if (handovers == 0 || elapsedNanos / handovers > LONGEST_NANOS) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(Math.max(1, elapsedNanos / handovers));
    }

    private static void answer(AtomicLongArray words) {
        long word = 0;
        while (word >= 0) {
            word = words.get(WORD);
            if ((word & 1) == 1) {
                // Not set: the word may have become the sign to end.
                words.compareAndSet(WORD, word, word + 1);
            }
        }
    }
}
