package io.distid.bench.throughput;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.format.OutputFormat;

/** Keeps what JMH and its fork print, for the case that a fork dies without a word to its parent. */
final class KeptOutput implements OutputFormat {
    private static final int KEPT = 20_000;

    private final StringBuilder text = new StringBuilder();

    /** The given reason, and if a JVM died, the first line it printed about that. */
    synchronized String reason(String known) {
        return text.toString()
                .lines()
                .map(String::strip)
                .filter(line -> line.startsWith("Exception in thread")
                        || line.startsWith("Error: ")
                        || line.startsWith("Error occurred")
                        || line.startsWith("# There is insufficient memory"))
                .findFirst()
                .map(line -> known + ": " + line)
                .orElse(known);
    }

    @Override
    public void iteration(BenchmarkParams benchmark, IterationParams params, int iteration) {}

    @Override
    public void iterationResult(
            BenchmarkParams benchmark, IterationParams params, int iteration, IterationResult result) {}

    @Override
    public void startBenchmark(BenchmarkParams benchmark) {}

    @Override
    public void endBenchmark(BenchmarkResult result) {}

    @Override
    public void startRun() {}

    @Override
    public void endRun(Collection<RunResult> results) {}

    @Override
    public synchronized void print(String part) {
        if (text.length() < KEPT) {
            text.append(part);
        }
    }

    @Override
    public void println(String line) {
        print(line + "\n");
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}

    @Override
    public void verbosePrintln(String line) {}

    @Override
    public void write(int b) {
        print(String.valueOf((char) b));
    }

    @Override
    public void write(byte[] bytes) {
        print(new String(bytes, StandardCharsets.UTF_8));
    }
}
