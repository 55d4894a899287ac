package io.distid.bench.throughput;

import io.distid.bench.bars.CpuProfiler;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.logging.LogManager;
import java.util.regex.Pattern;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** The forked JVM's side of a {@link ThroughputRun}: does its measurements with JMH, one after the other, and writes them down. */
final class ForkMain {
    static final int FAILED = 3;

    /** For an iteration that does not end: a server that hangs must not hang the comparison. */
    private static final TimeValue PATIENCE = TimeValue.seconds(15);

    private static final String ALLOCATED = "gc.alloc.rate.norm";

    private ForkMain() {}

    /**
     * Measures and ends the JVM.
     *
     * @param args the file for what is found, the subject or nothing, then pairs of benchmark and {@link Trial}
     */
    public static void main(String[] args) throws IOException {
        endWithParent();
        // The parent opened the same subjects, and has their warnings for its report.
        LogManager.getLogManager().reset();
        // Two runs on one machine disturb each other, but neither may fail for it.
        System.setProperty("jmh.ignoreLock", "true");
        Path file = Path.of(args[0]);
        int exitCode = 0;
        try {
            List<Sample> samples = new ArrayList<>();
            for (int i = 2; i < args.length; i += 2) {
                Trial trial = Trial.ofArgument(args[i + 1]);
                if (!trial.batch() || ForkedSubject.hasBatch(args[1])) {
                    samples.add(measure(args[1], args[i], trial));
                }
            }
            ForkedSubject.close();
            try (DataOutputStream out = new DataOutputStream(Files.newOutputStream(file))) {
                for (Sample sample : samples) {
                    sample.write(out);
                }
            }
        } catch (RunnerException | RuntimeException | Error e) {
            Files.writeString(file, JmhFailure.reason(e));
            exitCode = FAILED;
        }
        System.exit(exitCode);
    }

    private static Sample measure(String subject, String benchmark, Trial trial) throws RunnerException {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include("^" + Pattern.quote(benchmark) + "$")
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
        if (!subject.isEmpty()) {
            options.param("subject", subject);
        }
        OutputFormat silence = OutputFormatFactory.createFormatInstance(
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8), VerboseMode.SILENT);
        List<Double> rates = new ArrayList<>();
        double cpuNanos = 0;
        double bytes = 0;
        for (RunResult run : new Runner(options.build(), silence).run()) {
            for (BenchmarkResult result : run.getBenchmarkResults()) {
                for (IterationResult iteration : result.getIterationResults()) {
                    rates.add(iteration.getPrimaryResult().getScore());
                    cpuNanos += secondary(iteration, CpuProfiler.NANOS_PER_ID);
                    bytes += secondary(iteration, ALLOCATED);
                }
            }
        }
        if (rates.isEmpty()) {
            throw new IllegalStateException("the forked JVM measured nothing");
        }
        return new Sample(
                trial.threads(),
                trial.batch(),
                rates,
                ForkedSubject.greatestLead(),
                cpuNanos / rates.size(),
                bytes / rates.size());
    }

    /** A profiler's figure; 0 where it says nothing, as the one of memory does if nothing was allocated. */
    private static double secondary(IterationResult iteration, String label) {
        Result<?> found = iteration.getSecondaryResults().get(label);
        return found == null || Double.isNaN(found.getScore()) ? 0 : found.getScore();
    }

    /** A parent that is killed cannot end its forks, and they would run on against its servers. */
    private static void endWithParent() {
        ProcessHandle.current()
                .parent()
                .ifPresent(parent ->
                        parent.onExit().thenRun(() -> Runtime.getRuntime().halt(1)));
    }
}
