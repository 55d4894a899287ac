package io.distid.bench.bars;

import io.distid.bench.report.BarLine;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A ratio that must be reached, or must not be exceeded.
 *
 * @param name what is held, in words
 * @param subject whose figure
 * @param figure which figure of it
 * @param references what it is divided by: the greatest figure of these runs; if there are none, by {@code constant}
 * @param constant what it is divided by if there are no references
 * @param atLeast the least ratio allowed
 * @param atMost the greatest ratio allowed
 */
record Bar(
        String name, Run subject, Figure figure, List<Run> references, double constant, double atLeast, double atMost) {

    /** A rate against that of a reference or a peer. */
    static Bar rate(String name, String subject, int threads, double atLeast, String... references) {
        return new Bar(
                name,
                new Run(subject, threads),
                Figure.RATE,
                Stream.of(references).map(other -> new Run(other, threads)).toList(),
                1,
                atLeast,
                Double.POSITIVE_INFINITY);
    }

    /** A figure within fixed bounds, such as the cap of a format. */
    static Bar within(
            String name, String subject, int threads, Figure figure, double constant, double atLeast, double atMost) {
        return new Bar(name, new Run(subject, threads), figure, List.of(), constant, atLeast, atMost);
    }

    /** All runs it needs. */
    Stream<Run> runs() {
        return Stream.concat(Stream.of(subject), references.stream());
    }

    /** A line without a ratio. */
    BarLine unmeasured(String reason) {
        return new BarLine(name, subject.threads(), required(), null, null, null, null, reason);
    }

    /**
     * What became of it. One whose runs failed is missed.
     *
     * @param measured the figures of each run, by {@link Sample}
     * @param failures why those failed that are not there
     */
    BarLine result(Map<Run, Sample> measured, Map<Run, String> failures) {
        Sample own = measured.get(subject);
        if (own == null) {
            return failed(null, null, subject, failures);
        }
        double divisor = constant;
        String reference = null;
        for (Run run : references) {
            Sample sample = measured.get(run);
            if (sample == null) {
                return failed(run.benchmark(), own.of(figure), run, failures);
            }
            if (reference == null || sample.of(figure) > divisor) {
                divisor = sample.of(figure);
                reference = run.benchmark();
            }
        }
        double ratio = own.of(figure) / divisor;
        return new BarLine(
                name,
                subject.threads(),
                required(),
                ratio,
                reference,
                own.of(figure),
                ratio >= atLeast && ratio <= atMost,
                null);
    }

    private BarLine failed(@Nullable String reference, @Nullable Double own, Run run, Map<Run, String> failures) {
        String reason = run + " failed: " + failures.getOrDefault(run, "it was not run");
        return new BarLine(name, subject.threads(), required(), null, reference, own, false, reason);
    }

    private String required() {
        OptionalDouble least = atLeast > 0 ? OptionalDouble.of(atLeast) : OptionalDouble.empty();
        OptionalDouble most = Double.isInfinite(atMost) ? OptionalDouble.empty() : OptionalDouble.of(atMost);
        if (least.isPresent() && most.isPresent()) {
            return Ratios.format(atLeast) + " to " + Ratios.format(atMost);
        }
        return least.isPresent() ? ">= " + Ratios.format(atLeast) : "<= " + Ratios.format(atMost);
    }
}
