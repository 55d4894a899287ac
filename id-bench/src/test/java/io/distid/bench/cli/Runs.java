package io.distid.bench.cli;

import io.distid.bench.results.Environment;
import io.distid.bench.results.Machine;
import io.distid.bench.results.Rate;
import io.distid.bench.results.Reference;
import io.distid.bench.results.Results;
import io.distid.bench.results.Row;
import io.distid.bench.results.SampleResults;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Results of runs that never were, whose differences are known. */
final class Runs {
    static final Machine MACHINE = new Machine("a CPU", 2, 8L << 30, "an OS", "a JVM");

    private Runs() {}

    /** One strategy called {@code a}, at one thread, with a JVM for each rate; the reference makes 200 M. */
    static Results of(double... forks) {
        return of(MACHINE, 200e6, row("a", forks));
    }

    static Results of(Machine machine, double reference, Row... rows) {
        Environment environment = new Environment(
                "2026-11-20T10:00:00Z",
                true,
                "a profile",
                machine,
                "abc1234",
                "1.37",
                List.of(),
                List.of(new Reference(
                        "AtomicLong.getAndIncrement", List.of(rate(reference * 0.999, reference, reference * 1.001)))));
        return new Results(environment, List.of(rows));
    }

    static Row row(String name, double... forks) {
        return SampleResults.row(name, null, Row.Status.measured, null, List.of(rate(forks)), null, null, null, null);
    }

    static Row failed(String name, String reason) {
        return SampleResults.row(name, null, Row.Status.failed, reason, List.of(), null, null, null, null);
    }

    /** The same under a host that took a share of the CPU time. */
    static Results stolen(double steal, double... forks) {
        Rate rate = rate(forks);
        Rate stolen = new Rate(1, rate.opsPerSecond(), null, null, rate.samples(), steal, null);
        return of(
                MACHINE,
                200e6,
                SampleResults.row("a", null, Row.Status.measured, null, List.of(stolen), null, null, null, null));
    }

    /** Two iterations in each JVM, 1 % to either side of its mean. */
    private static Rate rate(double... forks) {
        List<List<Double>> samples = new ArrayList<>();
        for (double fork : forks) {
            samples.add(Stream.of(0.99 * fork, 1.01 * fork).toList());
        }
        return new Rate(1, Arrays.stream(forks).average().orElseThrow(), null, null, samples);
    }
}
