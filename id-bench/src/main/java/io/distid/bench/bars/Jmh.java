package io.distid.bench.bars;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Measures a run in a JVM of its own. */
final class Jmh {
    private static final String PACKAGE = "io.distid.bench.jmh.";

    private final int iterations;
    private final TimeValue iteration;
    private final Path log;
    private final Path quiet;

    Jmh(int iterations, TimeValue iteration) throws IOException {
        this.iterations = iterations;
        this.iteration = iteration;
        this.log = Files.createTempFile("distid-bars", ".log");
        this.log.toFile().deleteOnExit();
        this.quiet = Files.createTempFile("distid-bars", ".properties");
        this.quiet.toFile().deleteOnExit();
        Files.writeString(quiet, ".level = OFF\n");
        // Two runs on one machine disturb each other, but neither may fail for it.
        System.setProperty("jmh.ignoreLock", "true");
    }

    /**
     * Measures once.
     *
     * @throws RunnerException if the benchmark throws
     */
    Sample measure(Run run) throws RunnerException {
        String[] words = run.benchmark().split("[?=&]");
        String method = PACKAGE + words[0];
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include("^" + Pattern.quote(method) + "$")
                .mode(Mode.Throughput)
                .timeUnit(TimeUnit.SECONDS)
                .forks(1)
                .threads(run.threads())
                .warmupIterations(2)
                .warmupTime(iteration)
                .measurementIterations(iterations)
                .measurementTime(iteration)
                .addProfiler(GCProfiler.class)
                .addProfiler(CpuProfiler.class)
                .timeout(TimeValue.seconds(60))
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT)
                .jvmArgsAppend("-Djava.util.logging.config.file=" + quiet)
                .output(log.toString());
        for (int i = 1; i < words.length; i += 2) {
            options.param(words[i], words[i + 1]);
        }
        Collection<RunResult> results = new Runner(options.build()).run();
        if (results.size() != 1) {
            throw new RunnerException("no benchmark " + method);
        }
        RunResult result = results.iterator().next();
        return new Sample(
                result.getPrimaryResult().getScore(),
                secondary(result, CpuProfiler.LABEL),
                secondary(result, "gc.alloc.rate.norm"));
    }

    /** A profiler's figure; 0 where it says nothing, as the one of memory does if nothing was allocated. */
    private static double secondary(RunResult result, String label) {
        var found = result.getSecondaryResults().get(label);
        return found == null ? 0 : found.getScore();
    }
}
