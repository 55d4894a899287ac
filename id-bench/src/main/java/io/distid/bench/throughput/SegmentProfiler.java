package io.distid.bench.throughput;

import io.distid.bench.subject.Segments;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * Adds the ids that were claimed and not issued once the threads stand still, where the subject takes segments from a store.
 * Not safe for use by several threads: JMH makes one for each forked JVM, and calls it on one thread.
 */
public final class SegmentProfiler implements InternalProfiler {
    /** Ids claimed and not issued. */
    static final String UNISSUED = "segments.unissued";
    /** The same in segments of the size last claimed. */
    static final String SEGMENTS = "segments.at-rest";

    /** Made by JMH. */
    public SegmentProfiler() {}

    @Override
    public String getDescription() {
        return "Ids claimed and not issued";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {}

    @Override
    public Collection<? extends Result<?>> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        Segments now = ForkedSubject.segments();
        if (now == null) {
            return List.of();
        }
        return List.of(
                new ScalarResult(UNISSUED, now.unissued(), "ids", AggregationPolicy.MAX),
                new ScalarResult(SEGMENTS, now.unissued() / (double) now.size(), "segments", AggregationPolicy.MAX));
    }
}
