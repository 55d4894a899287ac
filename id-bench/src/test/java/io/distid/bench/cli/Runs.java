package io.distid.bench.cli;

import io.distid.bench.machine.Machine;
import io.distid.bench.results.BarLine;
import io.distid.bench.results.EntityLine;
import io.distid.bench.results.Environment;
import io.distid.bench.results.LockLine;
import io.distid.bench.results.Origin;
import io.distid.bench.results.Rate;
import io.distid.bench.results.Results;
import io.distid.bench.results.Row;
import io.distid.bench.results.Sample;
import io.distid.bench.results.SampleResults;
import io.distid.bench.results.TokenLine;
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
        Environment environment = Sample.environment(
                "2026-11-20T10:00:00Z",
                true,
                "a profile",
                machine,
                "abc1234",
                "1.37",
                List.of(),
                List.of(Sample.reference(
                        "AtomicLong.getAndIncrement", List.of(rate(reference * 0.999, reference, reference * 1.001)))));
        return Sample.run(environment, List.of(rows));
    }

    static Row row(String name, double... forks) {
        return SampleResults.row(name, null, Row.Status.measured, null, List.of(rate(forks)), null, null, null, null);
    }

    static Row failed(String name, String reason) {
        return ended(name, Row.Status.failed, reason);
    }

    static Row skipped(String name, String reason) {
        return ended(name, Row.Status.skipped, reason);
    }

    private static Row ended(String name, Row.Status status, String reason) {
        return SampleResults.row(name, null, status, reason, List.of(), null, null, null, null);
    }

    /** The same row of another library. */
    static Row peer(Row row) {
        return new Row(
                row.name(),
                new Origin("a library 1.0", row.name(), ""),
                null,
                row.status(),
                row.reason(),
                row.measurements());
    }

    /** The same with locks, tokens, entities and bars. */
    static Results with(
            Results run, List<LockLine> locks, List<TokenLine> tokens, List<EntityLine> entities, List<BarLine> bars) {
        return new Results(
                run.environment(),
                run.strategies(),
                null,
                null,
                locks,
                tokens,
                entities,
                List.of(),
                bars,
                List.of(),
                null);
    }

    /** The same at other threads. */
    static Results atThreads(int threads, double... forks) {
        Rate rate = rate(forks);
        Rate other = Sample.rate(threads, rate.opsPerSecond(), null, null, rate.samples());
        Row row = SampleResults.row("a", null, Row.Status.measured, null, List.of(other), null, null, null, null);
        Environment environment = of(forks).environment();
        return Sample.run(
                Sample.environment(
                        environment.date(),
                        true,
                        environment.profile(),
                        MACHINE,
                        environment.gitRevision(),
                        environment.jmh(),
                        List.of(),
                        List.of(Sample.reference("AtomicLong.getAndIncrement", List.of(other)))),
                List.of(row));
    }

    /** The same under a host that took a share of the CPU time. */
    static Results stolen(double steal, double... forks) {
        Rate rate = rate(forks);
        Rate stolen = new Rate(1, rate.opsPerSecond(), null, null, rate.samples(), steal);
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
        return Sample.rate(1, Arrays.stream(forks).average().orElseThrow(), null, null, samples);
    }
}
