package io.distid.bench.workshop.bars;

import io.distid.bench.results.BarLine;
import io.distid.bench.results.Provenance;
import io.distid.bench.results.Ratios;
import io.distid.bench.throughput.Figure;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A ratio that must be reached, or must not be exceeded. The divisor is the greatest figure of the references, or {@code
 * constant} without references.
 */
record Bar(
        String name,
        BarRun subject,
        Figure figure,
        List<BarRun> references,
        double constant,
        double atLeast,
        double atMost) {

    /** A rate against the fastest of some references or peers. */
    static Bar rate(String name, BarRun subject, double atLeast, BarRun... references) {
        return new Bar(name, subject, Figure.RATE, List.of(references), 1, atLeast, Double.POSITIVE_INFINITY);
    }

    /** A figure within fixed bounds, such as the cap of a format. */
    static Bar within(String name, BarRun subject, Figure figure, double constant, double atLeast, double atMost) {
        return new Bar(name, subject, figure, List.of(), constant, atLeast, atMost);
    }

    /** A figure that is at most the greatest of some peers. */
    static Bar atMost(String name, BarRun subject, Figure figure, BarRun... peers) {
        return new Bar(name, subject, figure, List.of(peers), 1, 0, 1);
    }

    /** All runs it needs. */
    Stream<BarRun> runs() {
        return Stream.concat(Stream.of(subject), references.stream());
    }

    /** A line without a ratio. */
    BarLine unmeasured(String reason) {
        return new BarLine(name, subject.threads(), required(), null, null, null, null, reason, null);
    }

    /**
     * The outcome. A bar with a failed run is missed, whatever its earlier rounds. A bar with a run that lacks its
     * server is not measured.
     */
    BarLine result(Map<BarRun, BarFigures> measured, Provenance provenance) {
        List<BarFigures> all = runs().map(run -> figures(measured, run)).toList();
        if (all.stream().noneMatch(BarFigures::failed)) {
            Optional<String> lack =
                    all.stream().map(BarFigures::lack).filter(Objects::nonNull).findFirst();
            if (lack.isPresent()) {
                return unmeasured(lack.get());
            }
        }
        Provenance own = provenance.withSteal(all.stream()
                .map(BarFigures::steal)
                .filter(Objects::nonNull)
                .max(Double::compare)
                .orElse(null));
        BarFigures figures = all.get(0);
        if (figures.failed() || figures.isEmpty()) {
            return failed(null, null, subject, figures, own);
        }
        double value = figures.median(figure);
        List<Map.Entry<String, Double>> others = new ArrayList<>();
        for (BarRun run : references) {
            BarFigures found = figures(measured, run);
            if (found.failed() || found.isEmpty()) {
                return failed(run.name(), value, run, found, own);
            }
            others.add(Map.entry(run.name(), found.median(figure)));
        }
        Optional<Map.Entry<String, Double>> greatest = others.stream().max(Map.Entry.comparingByValue());
        double ratio = value / greatest.map(Map.Entry::getValue).orElse(constant);
        return new BarLine(
                name,
                subject.threads(),
                required(),
                ratio,
                greatest.map(Map.Entry::getKey).orElse(null),
                value,
                ratio >= atLeast && ratio <= atMost,
                null,
                own);
    }

    private BarFigures figures(Map<BarRun, BarFigures> measured, BarRun run) {
        return measured.getOrDefault(run, new BarFigures(Set.of(figure)));
    }

    private BarLine failed(
            @Nullable String reference, @Nullable Double own, BarRun run, BarFigures figures, Provenance provenance) {
        String reason = run + " failed: " + figures.failure();
        return new BarLine(name, subject.threads(), required(), null, reference, own, false, reason, provenance);
    }

    private String required() {
        if (atLeast > 0 && !Double.isInfinite(atMost)) {
            return Ratios.format(atLeast) + " to " + Ratios.format(atMost);
        }
        return atLeast > 0 ? ">= " + Ratios.format(atLeast) : "<= " + Ratios.format(atMost);
    }
}
