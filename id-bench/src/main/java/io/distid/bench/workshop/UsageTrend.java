package io.distid.bench.workshop;

import io.distid.bench.faults.node.NodeUsage;
import io.distid.bench.results.Median;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Whether the resources of a process grow. After the warm-up the median of the last quarter of its samples is compared with that of
 * the first. It may be above it by a quarter and an allowance for pools, buffers and compiled code.
 */
final class UsageTrend {
    /** The fewest samples for a verdict. */
    static final int FEWEST = 10;

    private static final int WARM_UP = 2;
    private static final int PART = 4;
    private static final double GROWTH = 1.25;
    private static final long MORE_HEAP = 8L << 20;
    private static final long MORE_THREADS = 4;
    private static final long MORE_FILES = 8;

    private final List<NodeUsage> samples = new ArrayList<>();

    void add(NodeUsage sample) {
        samples.add(sample);
    }

    /** Whether there are enough samples for a verdict. */
    boolean hasEnoughSamples() {
        return samples.size() >= FEWEST;
    }

    /** The resource that grows, with its figures; null if none does, or there are too few samples. */
    @Nullable
    String growth() {
        if (!hasEnoughSamples()) {
            return null;
        }
        List<String> all = new ArrayList<>();
        grown(all, "bytes of heap", NodeUsage::heap, MORE_HEAP);
        grown(all, "threads", NodeUsage::threads, MORE_THREADS);
        grown(all, "open files", NodeUsage::files, MORE_FILES);
        grown(all, "sockets", NodeUsage::sockets, MORE_FILES);
        return all.isEmpty() ? null : String.join(", ", all);
    }

    private void grown(List<String> all, String what, ToLongFunction<NodeUsage> figure, long more) {
        List<NodeUsage> warm = samples.subList(WARM_UP, samples.size());
        int part = Math.max(1, warm.size() / PART);
        long before = median(warm.subList(0, part), figure);
        long after = median(warm.subList(warm.size() - part, warm.size()), figure);
        if (after > before * GROWTH + more) {
            all.add(what + " from " + before + " to " + after);
        }
    }

    private static long median(List<NodeUsage> some, ToLongFunction<NodeUsage> figure) {
        return Math.round(Median.of(
                some.stream().map(sample -> (double) figure.applyAsLong(sample)).toList()));
    }

    @Override
    public String toString() {
        if (samples.isEmpty()) {
            return "no sample";
        }
        NodeUsage last = samples.get(samples.size() - 1);
        return samples.size() + " samples, the last of " + last.heap() / 1024 + " KB, " + last.threads() + " threads, "
                + last.files() + " files, " + last.sockets() + " sockets";
    }
}
