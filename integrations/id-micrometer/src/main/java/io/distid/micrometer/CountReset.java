package io.distid.micrometer;

import io.distid.IdStats;
import io.distid.SegmentStats;
import io.distid.WaitStats;
import io.distid.worker.LeaseHealth;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Whether the counts of a generator began again at 0 between two stats. That happens when the generator behind it was
 * opened again, as after a lost lease.
 *
 * <p>Only counts that never fall are compared. Ids issued and burned are differences, and may fall a little by
 * themselves.
 */
final class CountReset {
    private static final List<ToLongFunction<IdStats>> COUNTED_UP = List.of(
            stats ->
                    stats.failures().values().stream().mapToLong(count -> count).sum(),
            stats -> stats.retries().orElse(0),
            stats -> stats.waits().map(WaitStats::calls).orElse(0L),
            stats -> stats.lease().map(LeaseHealth::renewals).orElse(0L),
            stats -> stats.lease().map(LeaseHealth::renewalsFailed).orElse(0L),
            stats -> stats.segment().map(SegmentStats::loads).orElse(0L),
            stats -> stats.segment().map(SegmentStats::failures).orElse(0L));

    private CountReset() {}

    static boolean isBetween(IdStats before, IdStats now) {
        return before.closed() && !now.closed()
                || isLost(before) && !isLost(now)
                || COUNTED_UP.stream().anyMatch(count -> count.applyAsLong(now) < count.applyAsLong(before));
    }

    private static boolean isLost(IdStats stats) {
        return stats.lease().map(LeaseHealth::lost).orElse(false);
    }
}
