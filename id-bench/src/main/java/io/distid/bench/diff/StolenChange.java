package io.distid.bench.diff;

import io.distid.bench.results.Rate;
import java.util.List;

/**
 * Finds changes that come from the host's steal of CPU time, not from the code. Whether a row under steal is measured
 * again is decided by {@code ThroughputStage}.
 */
final class StolenChange {
    private StolenChange() {}

    /**
     * Whether steal can explain a change. A host that takes a share of the CPU time lowers a rate by that share, or not
     * at all if it took another core. So each rate is corrected by its share if that makes the change smaller. Above a
     * tenth, steal costs more than its share: threads that wait for each other all stand still. Then every change
     * counts as explained.
     *
     * @param rates by turns, a rate that raises the change and a rate that lowers it
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
