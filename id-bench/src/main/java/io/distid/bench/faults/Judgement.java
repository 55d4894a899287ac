package io.distid.bench.faults;

import io.distid.Ordering;
import io.distid.Safety;
import io.distid.bench.faults.node.FaultNode;
import io.distid.bench.faults.node.NodeState;
import io.distid.bench.report.Units;
import io.distid.bench.results.Verdict;
import io.distid.bench.subject.Promise;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Judges a cell by its observations. */
final class Judgement {
    private Judgement() {}

    /** In one word, by the state of each node that ran at the end, and by failed calls and openings. */
    static Verdict verdict(boolean shown, long repeats, List<FaultNode.Liveness> after, long failures) {
        if (!shown) {
            return Verdict.NOT_SHOWN;
        }
        if (repeats > 0) {
            return Verdict.REPEATS;
        }
        if (after.contains(FaultNode.Liveness.SILENT)) {
            return Verdict.HANGS;
        }
        return failures > 0 || after.contains(FaultNode.Liveness.REFUSED) ? Verdict.STOPS : Verdict.UNIQUE;
    }

    /**
     * The claim that does not hold, in words; null if all hold.
     *
     * @param taken the premises that the fault takes away
     * @param repeats the number of repeats, judged even if the fault was not proven
     * @param brokenOrder ids that break the order, or null
     */
    static @Nullable String contradiction(
            Safety safety, Set<Premise> taken, long repeats, Ordering ordering, @Nullable String brokenOrder) {
        Set<Premise> base = Premise.of(safety);
        if (repeats > 0 && base.stream().noneMatch(taken::contains)) {
            return "uniqueness is claimed to rest on " + words(safety, base) + ", which this leaves as it is, and "
                    + repeats + (repeats == 1 ? " id repeats" : " ids repeat");
        }
        // The order over all nodes depends on the store, so it may break if the fault takes the store's data away.
        boolean lost = ordering == Ordering.GLOBAL && taken.contains(Premise.STORE);
        return brokenOrder == null || lost
                ? null
                : "order " + Units.order(ordering.name()) + " is claimed and does not hold: " + brokenOrder;
    }

    /** Judges calls without an id left. Null if there is no contradiction. */
    static @Nullable String unstopped(boolean mustStop, Verdict verdict) {
        return mustStop && verdict == Verdict.UNIQUE ? "there are no more ids, and no call fails" : null;
    }

    /** Judges calls with ids left. Every subject implicitly claims that a call returns, with an id or an error. */
    static @Nullable String hangs(Verdict verdict, Duration patience) {
        return verdict == Verdict.HANGS
                ? "calls returned neither an id nor an error for " + patience.toSeconds() + " s"
                : null;
    }

    /** Judges ids that are invalid. */
    static @Nullable String notPositive(Map<String, Long> errors) {
        Long count = errors.get(NodeState.NOT_POSITIVE);
        return count == null ? null : count + (count == 1 ? " id is" : " ids are") + " not positive";
    }

    /** The behaviour that a user may not expect, whatever the claims. */
    static Set<Promise.Weakness> weaknesses(
            boolean mustStop, Verdict verdict, long repeats, @Nullable String brokenOrder) {
        Set<Promise.Weakness> all = EnumSet.noneOf(Promise.Weakness.class);
        if (repeats > 0) {
            all.add(Promise.Weakness.REPEATS);
        }
        if (verdict == Verdict.HANGS) {
            all.add(Promise.Weakness.HANGS);
        }
        if (brokenOrder != null) {
            all.add(Promise.Weakness.ORDER);
        }
        if (unstopped(mustStop, verdict) != null) {
            all.add(Promise.Weakness.UNSTOPPED);
        }
        return all;
    }

    private static String words(Safety safety, Set<Premise> base) {
        return base.isEmpty()
                ? "random bits"
                : new TreeSet<>(base).stream().map(Premise::toString).collect(Collectors.joining(" and ")) + " ("
                        + safety + ")";
    }
}
