package io.distid.bench.jmh;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.SampleTimeResult;
import org.openjdk.jmh.results.ScalarResult;
import org.openjdk.jmh.util.SampleBuffer;

/**
 * Adds what a source of segments costs: claims a second, ids claimed and not issued once the threads stand still, and, if
 * calls were timed, how long they took.
 *
 * <p>Says nothing of a benchmark that reports to neither method.
 */
public final class LeafStanding implements InternalProfiler {
    /** How long calls took, by {@link LeafPace}. */
    public static final String CALLS = "leaf.calls";
    /** Claims a second. */
    public static final String CLAIMS = "leaf.claims";
    /** Ids claimed and not issued. */
    public static final String UNISSUED = "leaf.unissued";
    /** The same in segments of the size last claimed. */
    public static final String SEGMENTS = "leaf.segments";

    private static final List<SampleBuffer> TIMED = new ArrayList<>();
    private static volatile @Nullable Supplier<Standing> source;

    private long claims;
    private long nanos;

    /** Made by JMH. */
    public LeafStanding() {}

    /**
     * How a source of segments stands.
     *
     * @param claims how many it has made
     * @param unissued ids claimed that were not issued so far
     * @param size how many ids the last claim took
     */
    record Standing(long claims, long unissued, long size) {}

    /** From now on this is asked. */
    static void of(Supplier<Standing> standing) {
        source = standing;
    }

    /** Takes the times of one thread's calls in an iteration, in nanoseconds. */
    static void timed(SampleBuffer calls) {
        synchronized (TIMED) {
            TIMED.add(calls);
        }
    }

    @Override
    public String getDescription() {
        return "Claims, ids claimed and not issued, and times of calls";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        Supplier<Standing> known = source;
        // The first iteration begins before there is a source.
        claims = known == null ? 0 : known.get().claims();
        nanos = System.nanoTime();
    }

    @Override
    public Collection<? extends Result<?>> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        List<Result<?>> results = new ArrayList<>();
        if (source != null) {
            double seconds = (System.nanoTime() - nanos) / 1e9;
            Standing now = Objects.requireNonNull(source).get();
            results.add(new ScalarResult(CLAIMS, (now.claims() - claims) / seconds, "claims/s", AggregationPolicy.AVG));
            results.add(new ScalarResult(UNISSUED, now.unissued(), "ids", AggregationPolicy.MAX));
            results.add(new ScalarResult(
                    SEGMENTS, now.unissued() / (double) now.size(), "segments", AggregationPolicy.MAX));
        }
        synchronized (TIMED) {
            if (!TIMED.isEmpty()) {
                SampleBuffer all = new SampleBuffer();
                TIMED.forEach(all::addAll);
                TIMED.clear();
                results.add(new SampleTimeResult(ResultRole.SECONDARY, CALLS, all, benchmark.getTimeUnit()));
            }
        }
        return results;
    }
}
