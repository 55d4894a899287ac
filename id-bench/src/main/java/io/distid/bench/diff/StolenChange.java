package io.distid.bench.diff;

import io.distid.bench.results.Rate;
import java.util.List;

/**
 * Whether the host, which takes CPU time now and then, has made a change that the code did not. That a row under steal is measured once more
 * is decided where rows are measured, in {@code ThroughputStage}.
 */
final class StolenChange {
    private StolenChange() {}

    /**
     * Whether a change is no more than steal can do. A host that takes a share of the CPU time takes as much of a rate, or nothing, if it took the
     * time from another core: so a rate is given back its share where that makes the change smaller. Above a tenth it takes more
     * than its share, since threads that wait for each other all stand still, and nothing can be said.
     *
     * @param rates in turn one that the change rises with and one that it falls with
     * @param change a fraction, such as -0.1 for a tenth less
     * @param tolerance the least change that matters, as a fraction
     */
    static boolean explains(List<Rate> rates, double change, double tolerance) {
        if (rates.stream().anyMatch(Rate::underSteal)) {
            return true;
        }
        boolean fell = change < 0;
        double log = Math.log1p(change);
        for (int i = 0; i < rates.size(); i++) {
            Double steal = rates.get(i).steal();
            boolean raises = i % 2 == 0;
            if (steal != null && raises == fell) {
                log += (fell ? -1 : 1) * Math.log1p(-steal);
            }
        }
        double left = Math.expm1(log);
        return fell ? left > -tolerance : left < tolerance;
    }
}
