package io.distid.bench.workshop.growth;

import io.distid.bench.faults.node.NodeUsage;
import io.distid.bench.jvm.CommandLoop;
import io.distid.bench.jvm.SettingsFile;
import io.distid.bench.results.Median;
import io.distid.leaf.LeafOptions;
import io.distid.leaf.LeafSegments;
import io.distid.leaf.StepRule;
import io.distid.spi.IdConfig;
import io.distid.spi.Providers;
import io.distid.spi.SegmentStore;
import io.distid.spi.SegmentStoreProvider;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;

/** Tags of one object on one store, in a separate JVM. For use by one thread. */
final class TagsTrial implements CommandLoop.Child {
    /** The step of each tag: large enough that no claim falls into the time of a call, and no tag is busy. */
    static final int STEP = 1_000_000;

    private static final int ROUNDS = 5;

    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final int PICKS = 1 << 20;
    /** No refresh falls into a measurement. */
    private static final LeafOptions OPTIONS =
            new LeafOptions(10, StepRule.DEFAULT, Duration.ofSeconds(30), Duration.ofHours(1), 0);

    private static volatile long sink;

    private LeafSegments segments;
    private String[] tags;

    /** Opens so many tags. */
    Map<ScaleFigure, Double> open(String prefix, int count, Duration window) throws InterruptedException {
        SegmentStoreProvider provider = Providers.find(SegmentStoreProvider.class, "mysql");
        SegmentStore store =
                provider.open(IdConfig.of(provider, SettingsFile.ofThisJvm().of(TagsGrowth.SUBJECT)));
        // The first claim loads data for all tags, which must not count.
        store.claim(prefix + 0, 1);
        tags = IntStream.range(0, count).mapToObj(i -> prefix + i).toArray(String[]::new);
        NodeUsage before = NodeUsage.ofThisProcess();
        segments = LeafSegments.open(store, OPTIONS);
        long start = System.nanoTime();
        for (String tag : tags) {
            segments.nextId(tag);
        }
        double opening = (double) (System.nanoTime() - start) / count;
        takeSecondSegments();
        NodeUsage after = NodeUsage.ofThisProcess();
        return Map.of(
                ScaleFigure.TAG_OPENING,
                opening,
                ScaleFigure.TAG_HEAP,
                Math.max(0, (double) (after.heap() - before.heap()) / count),
                ScaleFigure.TAG_THREADS,
                (double) (after.threads() - before.threads()),
                ScaleFigure.TAG_CALL,
                call(window, i -> segments.nextId(tags[(int) i])));
    }

    /** Measures a bare map of counters with the same names: the cost of looking up a name at that size. */
    Map<ScaleFigure, Double> map(Duration window) {
        Map<String, AtomicLong> counters = new ConcurrentHashMap<>();
        for (String tag : tags) {
            counters.put(tag, new AtomicLong());
        }
        return Map.of(
                ScaleFigure.TAG_CALL,
                call(window, i -> counters.get(tags[(int) i]).getAndIncrement()));
    }

    /** Issues ids of each tag until its next segment is claimed, and waits for the claim. */
    private void takeSecondSegments() throws InterruptedException {
        long[] ids = new long[STEP / 100 * OPTIONS.prefetchPercent()];
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        for (String tag : tags) {
            segments.nextIds(tag, ids, 0, ids.length);
        }
        for (String tag : tags) {
            while (loads(tag) < 2) {
                if (System.nanoTime() - deadline > 0) {
                    throw new IllegalStateException("tag " + tag + " has no second segment after " + PATIENCE);
                }
                Thread.sleep(1);
            }
        }
    }

    private long loads(String tag) {
        return segments.stats(tag).orElseThrow().loads();
    }

    /** Nanoseconds of a call for a random tag: the median of a few rounds, after a warm-up of the same length. */
    private double call(Duration window, LongUnaryOperator call) {
        SplittableRandom random = new SplittableRandom(1);
        int[] picks = new int[PICKS];
        for (int i = 0; i < PICKS; i++) {
            picks[i] = random.nextInt(tags.length);
        }
        round(window.toNanos(), picks, call);
        List<Double> rounds = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            rounds.add(round(window.toNanos() / ROUNDS, picks, call));
        }
        return Median.of(rounds);
    }

    private static double round(long nanos, int[] picks, LongUnaryOperator call) {
        long start = System.nanoTime();
        long calls = 0;
        long sum = 0;
        long elapsed = 0;
        for (; elapsed < nanos; elapsed = System.nanoTime() - start) {
            for (int i = 0; i < 1024; i++) {
                sum += call.applyAsLong(picks[(int) (calls++ & PICKS - 1)]);
            }
        }
        sink = sum;
        return (double) elapsed / calls;
    }
}
