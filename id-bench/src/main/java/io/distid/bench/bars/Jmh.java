package io.distid.bench.bars;

import io.distid.bench.jmh.LeafStanding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Measures a run in a JVM of its own. */
final class Jmh {
    static final int WARM_UPS = 2;

    /** What a JVM exits with after SIGINT and SIGTERM. */
    private static final Pattern INTERRUPTED = Pattern.compile("exit code (130|143)");

    private static final String PACKAGE = "io.distid.bench.jmh.";
    private static final Map<Figure, String> SECONDARY = Map.of(
            Figure.CORES, CpuProfiler.LABEL,
            Figure.BYTES, "gc.alloc.rate.norm",
            Figure.CLAIMS, LeafStanding.CLAIMS,
            Figure.UNISSUED, LeafStanding.UNISSUED,
            Figure.SEGMENTS, LeafStanding.SEGMENTS);

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
     * @throws InterruptedException if the JVM was ended by a signal from the keyboard
     */
    Sample measure(Run run) throws RunnerException, InterruptedException {
        String[] words = run.benchmark().split("[?=&]");
        String method = PACKAGE + words[0];
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include("^" + Pattern.quote(method) + "$")
                .mode(Mode.Throughput)
                .timeUnit(TimeUnit.SECONDS)
                .forks(1)
                .threads(run.threads())
                .warmupIterations(WARM_UPS)
                .warmupTime(iteration)
                .measurementIterations(iterations)
                .measurementTime(iteration)
                .addProfiler(GCProfiler.class)
                .addProfiler(CpuProfiler.class)
                .addProfiler(LeafStanding.class)
                .timeout(TimeValue.seconds(60))
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT)
                .jvmArgsAppend("-Djava.util.logging.config.file=" + quiet)
                .output(log.toString());
        for (int i = 1; i < words.length; i += 2) {
            options.param(words[i], words[i + 1]);
        }
        Collection<RunResult> results = run(options);
        if (results.size() != 1) {
            throw new RunnerException("no benchmark " + method);
        }
        RunResult result = results.iterator().next();
        Map<Figure, Double> figures = new EnumMap<>(Figure.class);
        figures.put(Figure.RATE, result.getPrimaryResult().getScore());
        SECONDARY.forEach((figure, label) -> {
            Result<?> found = result.getSecondaryResults().get(label);
            // A profiler may say nothing, as the one of memory does if nothing was allocated.
            if (found != null) {
                figures.put(figure, found.getScore());
            }
        });
        Result<?> calls = result.getSecondaryResults().get(LeafStanding.CALLS);
        if (calls != null) {
            // They come in the unit of the benchmark, which is seconds here.
            figures.put(Figure.P9999, calls.getStatistics().getPercentile(99.99) * 1e6);
            figures.put(Figure.WORST, calls.getStatistics().getMax() * 1e6);
        }
        return new Sample(figures);
    }

    private static Collection<RunResult> run(ChainedOptionsBuilder options)
            throws RunnerException, InterruptedException {
        try {
            return new Runner(options.build()).run();
        } catch (RunnerException e) {
            if (INTERRUPTED.matcher(String.valueOf(e.getMessage())).find()) {
                throw new InterruptedException(e.getMessage());
            }
            throw e;
        }
    }
}
