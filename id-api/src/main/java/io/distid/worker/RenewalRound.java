package io.distid.worker;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Renews leases that are due, together if there is a way to. What one of them throws is nothing to the others. */
final class RenewalRound {
    private final @Nullable LeaseBatch batch;
    private final LongAdder successes = new LongAdder();

    RenewalRound(@Nullable LeaseBatch batch) {
        this.batch = batch;
    }

    /** Each of them is settled when this returns or throws. By index: an iterator or a lambda takes memory, and there may be none. */
    void renew(List<ScheduledRenewal> due) {
        List<LeaseRenewal> begun = new ArrayList<>(due.size());
        try {
            for (ScheduledRenewal each : due) {
                begin(each, begun);
            }
            if (batch == null || begun.size() == 1) {
                begun.forEach(LeaseRenewal::renew);
            } else if (!begun.isEmpty()) {
                batch.renew(begun);
            }
        } catch (RuntimeException | Error e) {
            for (int i = 0; i < begun.size(); i++) {
                begun.get(i).failed(e);
            }
        } finally {
            long before = successes.sum();
            for (int i = 0; i < due.size(); i++) {
                settle(due.get(i), begun.size(), before);
            }
        }
    }

    private static void begin(ScheduledRenewal each, List<LeaseRenewal> begun) {
        try {
            LeaseRenewal renewal = each.begin();
            if (renewal != null) {
                begun.add(renewal);
            }
        } catch (RuntimeException | Error e) {
            each.lease().disturbed();
        }
    }

    private void settle(ScheduledRenewal each, int together, long before) {
        try {
            each.settle(together, before);
            if (each.isRenewed()) {
                successes.increment();
            }
        } catch (RuntimeException | Error e) {
            each.lease().disturbed();
        }
    }
}
