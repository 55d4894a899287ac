package io.distid.bench.diff;

import java.util.List;

/**
 * What two runs differ in. Immutable.
 *
 * @param old the file of the run before
 * @param now the file of the run after
 * @param warnings what else differs than the code
 * @param byRatio whether rates were divided by those of the reference of their own run first
 * @param byIteration whether iterations were taken for samples, since a run had one JVM for each rate
 * @param tolerance the least change that matters, as a fraction
 * @param changes rates that are in both, references first
 * @param added rows that are in the run after alone
 * @param gone rows that are in the run before alone
 * @param broken rows that failed, and had not: with the reason
 */
public record Diff(
        String old,
        String now,
        List<String> warnings,
        boolean byRatio,
        boolean byIteration,
        double tolerance,
        List<Change> changes,
        List<String> added,
        List<String> gone,
        List<String> broken) {
    /** The level that tests are held to, all of them together. */
    public static final double LEVEL = 0.05;

    /** Copies the lists. */
    public Diff {
        warnings = List.copyOf(warnings);
        changes = List.copyOf(changes);
        added = List.copyOf(added);
        gone = List.copyOf(gone);
        broken = List.copyOf(broken);
    }

    /**
     * How many rates of strategies and peers came to a verdict. References tell of the machine, and are not counted.
     *
     * @param verdict which
     * @return 0 or more
     */
    public long count(Change.Conclusion verdict) {
        return changes.stream()
                .filter(change -> !change.reference() && change.verdict() == verdict)
                .count();
    }

    /**
     * Whether anything got worse.
     *
     * @return true if a rate is slower or a strategy failed that had not
     */
    public boolean isWorse() {
        return count(Change.Conclusion.slower) > 0 || !broken.isEmpty();
    }
}
