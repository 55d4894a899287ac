package io.distid.bench.throughput;

import io.distid.bench.jvm.CommandLoop;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** The child JVM of a {@link ThroughputRun}, which measures with JMH, one measurement after the other. */
final class ThroughputChild implements CommandLoop.Child {
    /** For an iteration that does not end: a server that hangs must not hang the comparison. */
    private static final TimeValue PATIENCE = TimeValue.seconds(15);

    private static final Map<Figure, String> LABELS = Map.of(
            Figure.CPU_NANOS, CpuProfiler.NANOS_PER_ID,
            Figure.CORES, CpuProfiler.LABEL,
            Figure.BYTES, "gc.alloc.rate.norm");

    /** Not a number if the JVM does not report its allocations. */
    private static final String BYTES_PER_SECOND = "gc.alloc.rate";

    ThroughputChild() {
        // Two runs on one machine disturb each other, but neither may fail for it.
        System.setProperty("jmh.ignoreLock", "true");
    }

    /** Measures; null without a batch of its own. */
    @Nullable
    TrialResult measure(Trial trial, Target target) throws RunnerException {
        String subject = target.subject();
        String method = target.benchmark();
        if (method.isEmpty()) {
            if (trial.batch() && !ForkedSubject.hasBatch(subject)) {
                return null;
            }
            method = ForkedSubject.benchmark(subject, trial.batch());
        }
        ChainedOptionsBuilder options = options(trial, method);
        if (!subject.isEmpty()) {
            options.param("subject", subject);
        }
        target.params().forEach(options::param);
        return run(trial, options);
    }

    private static ChainedOptionsBuilder options(Trial trial, String method) {
        return new OptionsBuilder()
                .include("^" + Pattern.quote(method) + "$")
                .mode(Mode.Throughput)
                .timeUnit(TimeUnit.SECONDS)
                // This is the fork.
                .forks(0)
                .threads(trial.threads())
                .warmupIterations(trial.warmUps())
                .warmupTime(TimeValue.milliseconds(trial.warmUp()))
                .measurementIterations(trial.iterations())
                .measurementTime(TimeValue.milliseconds(trial.iteration()))
                .addProfiler(GCProfiler.class)
                .addProfiler(CpuProfiler.class)
                .timeout(PATIENCE)
                .shouldFailOnError(true);
    }

    private static TrialResult run(Trial trial, ChainedOptionsBuilder options) throws RunnerException {
        OutputFormat silence = OutputFormatFactory.createFormatInstance(
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8), VerboseMode.SILENT);
        BenchmarkResult result =
                new Runner(options.build(), silence).runSingle().getAggregatedResult();
        List<Double> rates = result.getIterationResults().stream()
                .map(iteration -> iteration.getPrimaryResult().getScore())
                .toList();
        Map<Figure, Double> figures = new EnumMap<>(Figure.class);
        figures.put(
                Figure.RATE,
                rates.stream().mapToDouble(Double::doubleValue).average().orElseThrow());
        // A profiler may have no figure, such as that of memory without allocations.
        LABELS.forEach((figure, label) -> {
            Result<?> found = result.getSecondaryResults().get(label);
            if (found != null && !Double.isNaN(found.getScore())) {
                figures.put(figure, found.getScore());
            }
        });
        Result<?> allocated = result.getSecondaryResults().get(BYTES_PER_SECOND);
        if (allocated != null && allocated.getScore() == 0) {
            // The profiler of memory says nothing by the id where nothing was allocated.
            figures.putIfAbsent(Figure.BYTES, 0.0);
        }
        return new TrialResult(trial.threads(), trial.batch(), rates, ForkedSubject.greatestLead(), figures);
    }
}
