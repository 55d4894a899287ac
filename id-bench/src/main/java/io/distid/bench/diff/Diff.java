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
 * @param added rows, locks, tokens and entities that are in the run after alone
 * @param gone those that are in the run before alone: whoever ran the one after did not ask for them
 * @param broken those that failed, and had not
 * @param lost those that had figures and have none, though the run after was asked for them and they did not fail
 * @param missed bars that held and do not, where both runs measured them, each with its figures
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
    /** The level that tests are held to, all of them together. */
    public static final double LEVEL = 0.05;

    /** Copies the lists. */
    public Diff {
        warnings = List.copyOf(warnings);
        changes = List.copyOf(changes);
        added = List.copyOf(added);
        gone = List.copyOf(gone);
        broken = List.copyOf(broken);
        lost = List.copyOf(lost);
        missed = List.copyOf(missed);
    }

    /** How many rates of strategies and peers came to a verdict. References tell of the machine, and are not counted: 0 or more. */
    public long count(Change.Conclusion verdict) {
        return changes.stream()
                .filter(change -> !change.reference() && change.verdict() == verdict)
                .count();
    }

    /** How many are distid's own; {@code lines}: that failed or have no figures; 0 or more. */
    static long countOwn(List<EndedLine> lines) {
        return lines.stream().filter(line -> !line.peer()).count();
    }

    /**
     * Whether anything got worse; true if a rate is slower, something of distid failed that had not or has no figures any more, or a bar is
     * missed that held. What a peer claims and does not hold is no matter, as in a run.
     */
    public boolean isWorse() {
        return count(Change.Conclusion.slower) > 0 || countOwn(broken) > 0 || countOwn(lost) > 0 || !missed.isEmpty();
    }
}
