package io.distid.bench.results;

import io.distid.bench.machine.Machine;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parts of results that have no more than a test names. */
public final class Sample {
    private Sample() {}

    public static Rate rate(int threads, double rate, @Nullable Double error) {
        return rate(threads, rate, error, null);
    }

    public static Rate rate(int threads, double rate, @Nullable Double error, @Nullable Double lead) {
        return rate(threads, rate, error, lead, List.of());
    }

    public static Rate rate(
            int threads, double rate, @Nullable Double error, @Nullable Double lead, List<List<Double>> samples) {
        return new Rate(threads, rate, error, lead, samples, null);
    }

    public static Reference reference(String name, List<Rate> throughput) {
        return new Reference(name, throughput, List.of());
    }

    public static ScalePoint point(long size, double value) {
        return new ScalePoint(size, value, null, null);
    }

    public static Environment environment(
            String date,
            boolean complete,
            String profile,
            Machine machine,
            String revision,
            String jmh,
            List<String> servers,
            List<Reference> references) {
        return new Environment(date, complete, profile, machine, revision, jmh, servers, references, null, null);
    }

    public static Results run(Environment environment, List<Row> rows) {
        return new Results(
                environment, rows, null, null, List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), null);
    }
}
