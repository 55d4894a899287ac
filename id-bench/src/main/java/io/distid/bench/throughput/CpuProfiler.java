package io.distid.bench.throughput;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
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
 * Adds the CPU time of the JVM in each iteration, by second and by operation. It shows the cost of waiting. Not safe
 * for use by several threads: JMH makes one for each forked JVM, and calls it on one thread.
 */
public final class CpuProfiler implements InternalProfiler {
    /** CPU seconds a second. */
    public static final String LABEL = "cpu.cores";

    /** CPU nanoseconds an operation, including the ends of an iteration. */
    public static final String NANOS_PER_ID = "cpu.nanos.norm";

    private long cpu;
    private long wall;

    @Override
    public String getDescription() {
        return "CPU time of the JVM";
    }

    @Override
    public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
        cpu = cpuTime();
        wall = System.nanoTime();
    }

    @Override
    public Collection<? extends Result<?>> afterIteration(
            BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
        double spent = cpuTime() - cpu;
        double cores = spent / (System.nanoTime() - wall);
        double nanos = spent / Math.max(1, result.getMetadata().getAllOps());
        return List.of(
                new ScalarResult(LABEL, cores, "cores", AggregationPolicy.AVG),
                new ScalarResult(NANOS_PER_ID, nanos, "ns/op", AggregationPolicy.AVG));
    }

    private static long cpuTime() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }
}
