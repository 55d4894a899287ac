package io.distid.bench.results;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One run of the comparison, as in {@code results.json}. Immutable.
 *
 * @param strategies one entry per strategy or peer, in the order of the report
 * @param control the check of the checker that merges the ids of processes, or null if it was not run
 * @param plainKey the table whose key is a bare {@code AUTO_INCREMENT}, or null if no table was filled
 * @param locks the measured locks, distid's first; may be empty
 * @param tokens the measured stores of idempotency tokens; may be empty
 * @param entities the measured kinds of entities that Hibernate inserts, distid's first; may be empty
 * @param scale the growth of cost with tags, threads, ids and holders of worker ids; may be empty
 * @param warnings the warnings of strategies and libraries during the run
 * @param faults the table of faults, which names its own revision and date, or null if none was filled into the same folder
 */
public record Results(
        Environment environment,
        List<Row> strategies,
        @Nullable Control control,
        @Nullable Locality plainKey,
        List<LockLine> locks,
        List<TokenLine> tokens,
        List<EntityLine> entities,
        List<ScaleCurve> scale,
        List<BarLine> bars,
        List<String> warnings,
        @Nullable FaultTable faults) {
    /** Copies the lists. Files of earlier versions may lack locks, tokens, entities or growth. */
    public Results {
        locks = locks == null ? List.of() : List.copyOf(locks);
        tokens = tokens == null ? List.of() : List.copyOf(tokens);
        scale = scale == null ? List.of() : List.copyOf(scale);
        entities = entities == null ? List.of() : List.copyOf(entities);
        strategies = List.copyOf(strategies);
        bars = List.copyOf(bars);
        warnings = List.copyOf(warnings);
    }

    /** The same with other bars. */
    public Results withBars(List<BarLine> lines) {
        return new Results(
                environment, strategies, control, plainKey, locks, tokens, entities, scale, lines, warnings, faults);
    }

    /** The same with another table of faults; {@code table}: it, or null for none. */
    public Results withFaults(@Nullable FaultTable table) {
        return new Results(
                environment, strategies, control, plainKey, locks, tokens, entities, scale, bars, warnings, table);
    }

    /**
     * The revisions of bars that differ from this run's, sorted. Figures of different revisions cannot be mixed. Empty
     * if all bars with a known revision are of this run's.
     */
    public List<String> otherRevisions() {
        return bars.stream()
                .map(BarLine::provenance)
                .filter(Objects::nonNull)
                .map(Provenance::revision)
                .filter(revision -> !revision.equals(environment.gitRevision()))
                .distinct()
                .sorted()
                .toList();
    }

    /** The thread counts of all rates; sorted, each once. */
    public List<Integer> threadCounts() {
        return Stream.concat(
                        environment.references().stream().map(Reference::throughput),
                        strategies.stream().map(row -> row.rates(Kind.THROUGHPUT)))
                .flatMap(List::stream)
                .map(Rate::threads)
                .distinct()
                .sorted()
                .toList();
    }

    /** The curves of distid alone, in their order, without those of peers and references. */
    public List<ScaleCurve> ownScale() {
        Stream<String> peers = strategies.stream()
                .filter(row -> row.origin().library() != null)
                .map(Row::name);
        Set<String> others = Stream.concat(
                        peers, environment.references().stream().map(Reference::name))
                .collect(Collectors.toSet());
        return scale.stream().filter(curve -> !others.contains(curve.subject())).toList();
    }

    /**
     * Whether a strategy of distid failed, in a curve, too, or the check of the checker failed. A peer that breaks its
     * own claims is a finding, not an error of the run. False if all were measured or skipped.
     */
    public boolean anyFailed() {
        return control != null && !control.caught()
                || anyOwn(Row.Status.failed)
                || ownScale().stream().anyMatch(curve -> curve.status() == Row.Status.failed);
    }

    /** Whether a check of distid had too few ids for a verdict; false if all had enough. */
    public boolean anyNotShown() {
        return anyOwn(Row.Status.notShown);
    }

    private boolean anyOwn(Row.Status status) {
        return Stream.of(locks, tokens, entities)
                        .flatMap(List::stream)
                        .anyMatch(
                                line -> line.status() == status && line.origin().library() == null)
                || strategies.stream()
                        .anyMatch(row -> row.status() == status && row.origin().library() == null);
    }
}
