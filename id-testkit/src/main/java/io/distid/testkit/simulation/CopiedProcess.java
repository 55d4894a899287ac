package io.distid.testkit.simulation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The copies of one process; only one of them may renew. */
final class CopiedProcess {
    private final int worker;
    private final int gapsBefore;
    private final List<Renewal> renewals = new ArrayList<>();
    private final long bound;

    /** A successful renewal, with the number of the store's step. */
    private record Renewal(long step, int copy) {}

    /** Two copies that were renewed, though only one may be. */
    record Pair(int first, int second) {}

    /**
     * Notes that a process was copied.
     *
     * @param worker its worker id
     * @param bound its bound
     * @param gapsBefore how often the store had gone back
     */
    CopiedProcess(int worker, long bound, int gapsBefore) {
        this.worker = worker;
        this.bound = bound;
        this.gapsBefore = gapsBefore;
    }

    /** Notes that a copy was renewed. */
    void renewed(int copy, long step) {
        renewals.add(new Renewal(step, copy));
    }

    /** Whether a tick may have been stamped by several copies. */
    boolean hold(int id, long start) {
        return worker == id && start <= bound;
    }

    /** Returns two copies that were renewed in turn; null if there are none, or if the store went back meanwhile. */
    @Nullable
    Pair renewedInTurn(int gapsNow) {
        if (gapsNow != gapsBefore) {
            return null;
        }
        renewals.sort(Comparator.comparingLong(Renewal::step));
        int only = -1;
        for (Renewal renewal : renewals) {
            if (only >= 0 && only != renewal.copy) {
                return new Pair(only, renewal.copy);
            }
            only = renewal.copy;
        }
        return null;
    }
}
