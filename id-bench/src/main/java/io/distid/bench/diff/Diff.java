package io.distid.bench.diff;

import java.util.List;

/**
 * The differences between two runs, and their files. Immutable.
 *
 * @param warnings other differences than the code
 * @param byRatio whether rates were divided by those of their own run's reference
 * @param byIteration whether iterations are the samples, since a run had one JVM for each rate
 * @param tolerance the least change that matters, as a fraction
 * @param added rows, locks, tokens and entities that only the later run has
 * @param gone those that only the earlier run has: the later run was not asked for them
 * @param broken those that newly failed
 * @param lost those that lost their figures, though the later run was asked for them and they did not fail
 * @param missed newly missed bars that both runs measured, each with its figures
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
        List<EndedLine> broken,
        List<EndedLine> lost,
        List<String> missed) {
    /** The level of significance of all tests together. */
    public static final double LEVEL = 0.05;

    /**
     * A row, lock, token or entity that has no figures in the later run, or whose claims do not hold there. Immutable.
     *
     * @param peer whether it is another library, and so not a change of distid
     */
    public record EndedLine(String name, boolean peer, String reason) {}

    /**
     * Counts the rates of strategies and peers with a verdict; 0 or more. References describe the machine and are not
     * counted.
     */
    public long count(Change.Conclusion verdict) {
        return changes.stream()
                .filter(change -> !change.reference() && change.verdict() == verdict)
                .count();
    }

    /** Counts distid's own lines. */
    static long countOwn(List<EndedLine> lines) {
        return lines.stream().filter(line -> !line.peer()).count();
    }

    /**
     * Whether anything got worse. True if a rate is slower, a line of distid newly fails or lost its figures, or a bar
     * is newly missed. A peer that breaks its own claims does not count, as in a run.
     */
    public boolean isWorse() {
        return count(Change.Conclusion.slower) > 0 || countOwn(broken) > 0 || countOwn(lost) > 0 || !missed.isEmpty();
    }
}
