package io.distid.bench.throughput;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.SampleTimeResult;
import org.openjdk.jmh.util.SampleBuffer;

/**
 * Adds how long the calls of {@link PacedLoop} took; says nothing of a benchmark that has no such loop. Safe for use by
 * several threads: each adds the times of its calls when it ends.
 */
public final class CallTimeProfiler implements InternalProfiler {
    /** How long calls took, in the unit of the benchmark. */
    static final String CALLS = "calls";

    private static final List<SampleBuffer> TIMED = new ArrayList<>();

    /** Made by JMH. */
    public CallTimeProfiler() {}

    /** Takes the times of one thread's calls in an iteration, in nanoseconds. */
    static void timed(SampleBuffer calls) {
        synchronized (TIMED) {
            TIMED.add(calls);
        }
    }

    @Override
    public String getDescription() {
        return "Times of calls";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {}

    @Override
    public Collection<? extends Result<?>> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        synchronized (TIMED) {
            if (TIMED.isEmpty()) {
                return List.of();
            }
            SampleBuffer all = new SampleBuffer();
            TIMED.forEach(all::addAll);
            TIMED.clear();
            return List.of(new SampleTimeResult(ResultRole.SECONDARY, CALLS, all, benchmark.getTimeUnit()));
        }
    }
}
