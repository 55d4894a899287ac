package io.distid.bench.bars;

import io.distid.bench.results.Median;
import io.distid.bench.throughput.Figure;
import io.distid.bench.throughput.TrialResult;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a run has shown over the rounds so far. For use by one thread. */
final class BarFigures {
    private final List<TrialResult> rounds = new ArrayList<>();
    private boolean coresMoved;
    private @Nullable String failure;

    void add(TrialResult round, boolean moved) {
        rounds.add(round);
        coresMoved |= moved;
    }

    void failed(String reason) {
        failure = reason;
    }

    /** Whether there is no figure. */
    boolean isEmpty() {
        return rounds.isEmpty();
    }

    /** Whether a run of it failed. */
    boolean failed() {
        return failure != null;
    }

    /** Why there is none. */
    String failure() {
        return failure == null ? "it was not run" : failure;
    }

    /** Whether the cores were apart or moving in a round that counts. */
    boolean coresMoved() {
        return coresMoved;
    }

    /** The median over the rounds, so that a busy minute of the machine does not count. */
    double of(Figure figure) {
        return Median.of(rounds.stream().map(round -> round.of(figure)).toList());
    }
}
