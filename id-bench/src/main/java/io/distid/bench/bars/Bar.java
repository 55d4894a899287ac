package io.distid.bench.bars;

import io.distid.bench.results.BarLine;
import io.distid.bench.results.Provenance;
import io.distid.bench.throughput.Figure;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A ratio that must be reached, or must not be exceeded.
 *
 * @param name what is held, in words
 * @param subject whose figure
 * @param figure which figure of it
 * @param references what it is divided by: a figure of these runs; if there are none, by {@code constant}
 * @param median whether it is divided by the median of them, and not by the greatest
 * @param always whether each round must hold, so that the greatest of its rounds counts, and not their median
 * @param constant what it is divided by if there are no references
 * @param atLeast the least ratio allowed
 * @param atMost the greatest ratio allowed
 */
record Bar(
        String name,
        BarRun subject,
        Figure figure,
        List<BarRun> references,
        boolean median,
        boolean always,
        double constant,
        double atLeast,
        double atMost) {

    /** A rate against the fastest of some references or peers. */
    static Bar rate(String name, BarRun subject, double atLeast, BarRun... references) {
        return new Bar(
                name, subject, Figure.RATE, List.of(references), false, false, 1, atLeast, Double.POSITIVE_INFINITY);
    }

    /** A figure within fixed bounds, such as the cap of a format. */
    static Bar within(String name, BarRun subject, Figure figure, double constant, double atLeast, double atMost) {
        return new Bar(name, subject, figure, List.of(), false, false, constant, atLeast, atMost);
    }

    /** A figure that must not exceed a bound in any round: of what never happens. */
    static Bar never(String name, BarRun subject, Figure figure, double constant, double atMost) {
        return new Bar(name, subject, figure, List.of(), false, true, constant, 0, atMost);
    }

    /** A figure that is at most the greatest of some peers. */
    static Bar atMost(String name, BarRun subject, Figure figure, BarRun... peers) {
        return new Bar(name, subject, figure, List.of(peers), false, false, 1, 0, 1);
    }

    /** A figure that is at most the median of an odd number of peers. */
    static Bar atMostMedian(String name, BarRun subject, Figure figure, BarRun... peers) {
        return new Bar(name, subject, figure, List.of(peers), true, false, 1, 0, 1);
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
     * What became of it. One with a run that failed is missed, whatever the rounds before have shown; one with a run that lacks its server is not measured.
     *
     * @param measured the figures of each run
     * @param provenance where and how they were measured
     */
    BarLine result(Map<BarRun, BarFigures> measured, Provenance provenance) {
        Optional<String> lack = lack(measured);
        if (lack.isPresent()) {
            return unmeasured(lack.get());
        }
        BarFigures figures = figures(measured, subject);
        Provenance own = provenance(measured, provenance);
        if (subject.mode() != BarRun.Mode.FIRST) {
            own = own.withRounds(figures.rounds(provenance.rounds()));
        }
        if (figures.failed() || figures.isEmpty()) {
            return failed(null, null, subject, figures, own);
        }
        List<Map.Entry<String, Double>> others = new ArrayList<>();
        for (BarRun run : references) {
            BarFigures found = figures(measured, run);
            if (found.failed() || found.isEmpty()) {
                return failed(run.name(), of(figures), run, found, own);
            }
            others.add(Map.entry(run.name(), of(found)));
        }
        others.sort(Map.Entry.comparingByValue());
        int chosen = median ? others.size() / 2 : others.size() - 1;
        String reference = others.isEmpty() ? null : others.get(chosen).getKey();
        double divisor = others.isEmpty() ? constant : others.get(chosen).getValue();
        double ratio = of(figures) / divisor;
        return new BarLine(
                name,
                subject.threads(),
                required(),
                ratio,
                reference,
                of(figures),
                ratio >= atLeast && ratio <= atMost,
                null,
                own);
    }

    private BarFigures figures(Map<BarRun, BarFigures> measured, BarRun run) {
        return measured.getOrDefault(run, new BarFigures(Set.of(figure)));
    }

    /** Why one of its runs has no server, unless another one failed, which is a finding that must not be hidden by it. */
    private Optional<String> lack(Map<BarRun, BarFigures> measured) {
        List<BarFigures> all = runs().map(run -> figures(measured, run)).toList();
        return all.stream().anyMatch(BarFigures::failed)
                ? Optional.empty()
                : all.stream().map(BarFigures::lack).filter(Objects::nonNull).findFirst();
    }

    private double of(BarFigures figures) {
        return always ? figures.greatest(figure) : figures.median(figure);
    }

    private Provenance provenance(Map<BarRun, BarFigures> measured, Provenance provenance) {
        List<BarFigures> all =
                runs().map(measured::get).filter(Objects::nonNull).toList();
        Provenance own = provenance.withSteal(greatest(all, BarFigures::steal), greatest(all, BarFigures::firstSteal));
        return own.withCoresMoved(all.stream()
                .map(BarFigures::coresMoved)
                .filter(Objects::nonNull)
                .reduce(Boolean::logicalOr)
                .orElse(null));
    }

    private static @Nullable Double greatest(List<BarFigures> all, Function<BarFigures, @Nullable Double> share) {
        return all.stream()
                .map(share)
                .filter(Objects::nonNull)
                .max(Double::compare)
                .orElse(null);
    }

    /**
     * Whether the rounds so far cannot tell on which side of a bound the ratio is: {@link Ratios#isClose}.
     *
     * @param measured the figures of each run
     */
    boolean isClose(Map<BarRun, BarFigures> measured) {
        List<BarFigures> all = runs().map(measured::get).toList();
        if (all.stream().anyMatch(figures -> figures == null || figures.failed() || figures.isEmpty())) {
            return false;
        }
        List<Double> own = all.get(0).each(figure);
        // A run that another bar needs more of has more rounds than the rest of this one's.
        double[] ratios = new double
                [all.stream()
                        .mapToInt(figures -> figures.each(figure).size())
                        .min()
                        .orElseThrow()];
        for (int round = 0; round < ratios.length; round++) {
            int at = round;
            double[] others = all.stream()
                    .skip(1)
                    .mapToDouble(other -> other.each(figure).get(at))
                    .sorted()
                    .toArray();
            double divisor = others.length == 0 ? constant : others[median ? others.length / 2 : others.length - 1];
            ratios[round] = own.get(round) / divisor;
        }
        return Ratios.isClose(ratios, atLeast, atMost);
    }

    private BarLine failed(
            @Nullable String reference, @Nullable Double own, BarRun run, BarFigures figures, Provenance provenance) {
        String reason = run + " failed: " + figures.failure();
        return new BarLine(name, subject.threads(), required(), null, reference, own, false, reason, provenance);
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
