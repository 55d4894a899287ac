package io.distid.bench.throughput;

import io.distid.spi.Secret;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Measures one target in one forked JVM.
 *
 * <p>JMH would run all forks of a target one after the other, and a machine that is busy for a minute would punish that target
 * alone. So it is asked for one fork at a time, and the caller goes round all targets.
 */
public final class ThroughputRun {
    /** For an iteration that does not end: a server that hangs must not hang the comparison. */
    private static final TimeValue PATIENCE = TimeValue.seconds(15);

    /** What a JVM exits with after SIGINT and SIGTERM. */
    private static final Pattern INTERRUPTED = Pattern.compile("exit code (130|143)");

    private final Fork fork;
    private final String jvmArgument;

    /**
     * For one fork after another.
     *
     * @param fork what happens in each
     * @param jvmArgument what each JVM is given
     */
    public ThroughputRun(Fork fork, String jvmArgument) {
        this.fork = fork;
        this.jvmArgument = jvmArgument;
        // Two runs on one machine disturb each other, but neither may fail for it.
        System.setProperty("jmh.ignoreLock", "true");
    }

    /**
     * Forks a JVM and measures.
     *
     * @param target what
     * @param threads how many share it
     * @return the rate of each measured iteration, in operations a second
     * @throws IllegalStateException if the target threw; the message is its message
     * @throws InterruptedException if the fork was ended by a signal from the keyboard, as this JVM is about to be
     */
    public List<Double> measure(Target target, int threads) throws InterruptedException {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .include("^" + Pattern.quote(target.method()) + "$")
                .mode(Mode.Throughput)
                .timeUnit(TimeUnit.SECONDS)
                .forks(1)
                .threads(threads)
                .warmupIterations(fork.warmUps())
                .warmupTime(time(fork.warmUp()))
                .measurementIterations(fork.iterations())
                .measurementTime(time(fork.iteration()))
                .timeout(PATIENCE)
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT)
                .jvmArgsAppend(jvmArgument);
        if (!target.strategy().isEmpty()) {
            options.param("strategy", target.strategy());
        }
        KeptOutput output = new KeptOutput();
        try {
            List<Double> rates = new ArrayList<>();
            for (RunResult run : new Runner(options.build(), output).run()) {
                for (BenchmarkResult result : run.getBenchmarkResults()) {
                    for (IterationResult iteration : result.getIterationResults()) {
                        rates.add(iteration.getPrimaryResult().getScore());
                    }
                }
            }
            if (rates.isEmpty()) {
                throw new IllegalStateException(output.reason("the forked JVM measured nothing"));
            }
            return rates;
        } catch (RunnerException e) {
            String message = message(e);
            if (INTERRUPTED.matcher(message).find()) {
                throw new InterruptedException(message);
            }
            throw new IllegalStateException(output.reason(message), e);
        }
    }

    /** The innermost message: JMH wraps what a benchmark throws several times. */
    private static String message(Throwable thrown) {
        Throwable inner = thrown;
        while (true) {
            Throwable next = inner.getCause() != null
                    ? inner.getCause()
                    : inner.getSuppressed().length > 0 ? inner.getSuppressed()[0] : null;
            if (next == null) {
                return Secret.redact(String.valueOf(inner.getMessage() != null ? inner.getMessage() : inner));
            }
            inner = next;
        }
    }

    private static TimeValue time(Duration duration) {
        return TimeValue.milliseconds(duration.toMillis());
    }
}
