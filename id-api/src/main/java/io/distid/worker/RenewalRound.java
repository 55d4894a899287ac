package io.distid.worker;

import java.util.Collections;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * One round of a {@link LeaseRenewer}: leases that are due are renewed together, then those that failed so, one by one. What becomes of one is nothing
 * to the others. Used by one thread.
 */
final class RenewalRound {
    /** If so many fail alone, too, none of them is to blame: the store answers nobody. */
    private static final int MOST_LONE_FAILURES = 2;

    private final @Nullable LeaseBatch batch;
    private final long start;
    private boolean isAnswered;
    private int loneFailures;

    RenewalRound(@Nullable LeaseBatch batch, long start) {
        this.batch = batch;
        this.start = start;
    }

    /** What was begun is settled when this returns. */
    void renew(List<LeaseRenewal> due, int mostTogether) {
        try {
            // Else the same two would be tried first in each round.
            Collections.shuffle(due, ThreadLocalRandom.current());
            List<LeaseRenewal> together =
                    due.stream().filter(each -> !each.isApart()).toList();
            for (int from = 0; from < together.size(); from += mostTogether) {
                renewTogether(together.subList(from, Math.min(together.size(), from + mostTogether)));
            }
            together.stream().filter(LeaseRenewal::isToBeTriedAgain).forEach(this::renewAlone);
            due.stream().filter(LeaseRenewal::isApart).forEach(this::renewAlone);
        } catch (RuntimeException | Error e) {
            // By index, here and below: an iterator takes memory, and there may be none.
            for (int i = 0; i < due.size(); i++) {
                due.get(i).failed(e);
            }
        }
        for (int i = 0; i < due.size(); i++) {
            due.get(i).settle(start, false);
        }
    }

    private void renewTogether(List<LeaseRenewal> part) {
        List<LeaseRenewal> begun = part.stream().filter(LeaseRenewal::begin).toList();
        if (begun.size() == 1) {
            begun.get(0).renew();
        } else if (batch != null && !begun.isEmpty()) {
            try {
                batch.renew(begun);
            } catch (RuntimeException | Error e) {
                begun.forEach(each -> each.failed(e));
            }
        }
        for (LeaseRenewal each : begun) {
            if (begun.size() == 1 || !each.isToBeTriedAgain()) {
                isAnswered |= each.settle(start, false);
            }
        }
    }

    private void renewAlone(LeaseRenewal each) {
        if (loneFailures < MOST_LONE_FAILURES && (each.isUnderWay() || each.begin())) {
            each.renew();
            boolean moved = each.settle(start, isAnswered);
            isAnswered |= moved;
            loneFailures += moved ? 0 : 1;
        }
    }
}
