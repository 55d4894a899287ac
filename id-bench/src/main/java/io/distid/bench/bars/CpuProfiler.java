package io.distid.bench.bars;

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

/** Adds the CPU seconds that the JVM spent in a second of each iteration: what waiting costs. */
public final class CpuProfiler implements InternalProfiler {
    static final String LABEL = "cpu.cores";

    private long cpu;
    private long wall;

    /** Made by JMH. */
    public CpuProfiler() {}

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
        double cores = (cpuTime() - cpu) / (double) (System.nanoTime() - wall);
        return List.of(new ScalarResult(LABEL, cores, "cores", AggregationPolicy.AVG));
    }

    private static long cpuTime() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }
}
