package io.distid.bench.workshop.bars;

import io.distid.bench.machine.CpuTime;
import io.distid.bench.results.Median;
import io.distid.bench.throughput.Figure;
import io.distid.bench.throughput.TrialResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The figures of a run over the rounds so far. For use by one thread. */
final class BarFigures {
    private final Set<Figure> needed;
    private final List<TrialResult> rounds = new ArrayList<>();
    private @Nullable CpuTime time;
    private @Nullable String failure;
    private @Nullable String lack;

    /** For a run without a round yet; {@code needed}: the figures that bars need of each round. */
    BarFigures(Set<Figure> needed) {
        this.needed = needed;
    }

    void add(TrialResult round, @Nullable CpuTime spent) {
        needed.forEach(round::of);
        rounds.add(round);
        if (spent != null) {
            time = time == null ? spent : time.plus(spent);
        }
    }

    void failed(String reason) {
        failure = reason;
    }

    /** The server of the run is missing, so the run is not measured. The bar does not fail for it. */
    void lacks(String reason) {
        lack = reason;
    }

    boolean isEmpty() {
        return rounds.isEmpty();
    }

    boolean failed() {
        return failure != null;
    }

    /** Why a run failed, or why there is no figure. */
    String failure() {
        return failure == null ? "it was not run" : failure;
    }

    /** Why the server of the run is missing; null if it is not, or none is needed. */
    @Nullable
    String lack() {
        return lack;
    }

    /** Whether no further round is taken: the run failed, or lacks its server. */
    boolean isOver() {
        return failed() || lack != null;
    }

    /** The outcome of the last round, in a few words. */
    String outcome() {
        if (failed()) {
            return "failed: " + failure;
        }
        return lack == null ? "measured" : "skipped: " + lack;
    }

    /** The share of the wanted CPU time that the host took during all rounds; null if unknown. */
    @Nullable
    Double steal() {
        return time == null ? null : time.stolenShare();
    }

    /** The median over the rounds, so that a busy minute of the machine does not count. */
    double median(Figure figure) {
        return Median.of(rounds.stream().map(round -> round.of(figure)).toList());
    }
}
