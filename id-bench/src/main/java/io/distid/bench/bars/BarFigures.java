package io.distid.bench.bars;

import io.distid.bench.results.CpuTime;
import io.distid.bench.results.Median;
import io.distid.bench.results.Rate;
import io.distid.bench.results.StealMeter;
import io.distid.bench.throughput.Figure;
import io.distid.bench.throughput.TrialResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a run has shown over the rounds so far. For use by one thread. */
final class BarFigures {
    private final Set<Figure> needed;
    private final List<TrialResult> rounds = new ArrayList<>();
    private @Nullable Boolean coresMoved;
    private @Nullable CpuTime time;
    private @Nullable Double firstSteal;
    private @Nullable String failure;
    private @Nullable String lack;

    /**
     * Of a run with no round yet.
     *
     * @param needed what bars ask of each round
     */
    BarFigures(Set<Figure> needed) {
        this.needed = needed;
    }

    /**
     * Adds a round.
     *
     * @param moved whether the host moved its cores, or null where that was not looked at
     * @param spent the machine's CPU time meanwhile, or null where it cannot be told
     * @throws IllegalStateException if it lacks a figure that is needed; then it is not added
     */
    void add(TrialResult round, @Nullable Boolean moved, @Nullable CpuTime spent) {
        needed.forEach(round::of);
        rounds.add(round);
        if (moved != null) {
            coresMoved = moved || Boolean.TRUE.equals(coresMoved);
        }
        time = StealMeter.sum(time, spent);
    }

    void failed(String reason) {
        failure = reason;
    }

    /** The server of the run cannot be had, so it is not measured: that says nothing of the bar. */
    void lacks(String reason) {
        lack = reason;
    }

    /** Whether there is no figure. */
    boolean isEmpty() {
        return rounds.isEmpty();
    }

    /** Whether a run of it failed. */
    boolean failed() {
        return failure != null;
    }

    /** Why a run failed, or why there is no figure. */
    String failure() {
        return failure == null ? "it was not run" : failure;
    }

    /** Why the server of the run cannot be had; null if it was had, or none is needed. */
    @Nullable
    String lack() {
        return lack;
    }

    /** Whether no further round is taken: the run failed, or lacks its server. */
    boolean isOver() {
        return failed() || lack != null;
    }

    /** What became of the last round, in a few words. */
    String outcome() {
        if (failed()) {
            return "failed: " + failure;
        }
        return lack == null ? "measured" : "skipped: " + lack;
    }

    /** Whether the cores were apart or moving in a round that counts; null where that was not looked at. */
    @Nullable
    Boolean coresMoved() {
        return coresMoved;
    }

    /** What the host took of the CPU time that the machine wanted during all rounds; null where it cannot be told. */
    @Nullable
    Double steal() {
        return time == null ? null : time.stolenShare();
    }

    /** The same of a measurement that these figures are in place of; null if there was none. */
    @Nullable
    Double firstSteal() {
        return firstSteal;
    }

    /** Whether the host took so much that the figures say little. */
    boolean underSteal() {
        Double share = steal();
        return share != null && share > Rate.MOST_STEAL;
    }

    /**
     * Which of two measurements of the same run counts: the one that the host took less of, whatever either has shown.
     *
     * @param second the later one
     */
    BarFigures orAgain(BarFigures second) {
        Double own = steal();
        Double seconds = second.steal();
        if (own == null || seconds == null || second.failed() || seconds >= own) {
            return this;
        }
        second.firstSteal = own;
        return second;
    }

    /** How many rounds there are of a run that takes one figure in each; {@code planned} if there are none. */
    int rounds(int planned) {
        return isEmpty() ? planned : rounds.size();
    }

    /** One of the figures, round by round. */
    List<Double> each(Figure figure) {
        return rounds.stream().map(round -> round.of(figure)).toList();
    }

    /** The median over the rounds, so that a busy minute of the machine does not count. */
    double median(Figure figure) {
        return Median.of(each(figure));
    }

    /** The greatest of all rounds, where something must never happen. */
    double greatest(Figure figure) {
        return each(figure).stream().mapToDouble(Double::doubleValue).max().orElseThrow();
    }
}
