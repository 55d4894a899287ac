package io.distid.db;

import io.distid.BackendException;
import io.distid.LeaseLostException;
import io.distid.StoreRegressedException;
import io.distid.db.MySqlWorkerIds.Slot;
import io.distid.db.WorkerTable.Row;
import io.distid.db.WorkerTable.Snapshot;
import io.distid.spi.LeaseHold;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/** A row of the table, held by one lease. */
final class MySqlLeaseHold implements LeaseHold {
    private final WorkerTable table;
    private final String where;
    private final Slot slot;
    private final long fence;
    private final long stampedBefore;
    private final Duration term;
    private final long maxAhead;
    private final Map<Slot, Long> bounds;
    private volatile long confirmed;
    private boolean released;

    MySqlLeaseHold(
            WorkerTable table,
            String where,
            Slot slot,
            long fence,
            long stampedBefore,
            long reserved,
            Duration term,
            long maxAhead,
            Map<Slot, Long> bounds) {
        this.table = table;
        this.where = where;
        this.slot = slot;
        this.fence = fence;
        this.stampedBefore = stampedBefore;
        this.term = term;
        this.maxAhead = maxAhead;
        this.bounds = bounds;
        this.confirmed = reserved;
        bounds.put(slot, reserved);
    }

    @Override
    public void renew(long reservedUntil) {
        if (!table.renew(slot.namespace(), slot.id(), fence, confirmed, reservedUntil, term.toMillis(), maxAhead)) {
            requireRenewed(reservedUntil);
        }
        synchronized (bounds) {
            // A renewal that was overtaken by the release counts for nothing.
            if (!released) {
                confirmed = reservedUntil;
                bounds.put(slot, reservedUntil);
            }
        }
    }

    @Override
    public void release(long stampedUntil) {
        long stamp = Math.max(stampedUntil, stampedBefore);
        synchronized (bounds) {
            released = true;
            // Said before it is done: if the answer is lost, the row may hold this or more.
            bounds.put(slot, stamp);
        }
        table.release(slot.namespace(), slot.id(), fence, confirmed, stamp);
    }

    /** Why no row was changed. */
    private void requireRenewed(long target) {
        Snapshot snapshot = table.read(slot.namespace());
        Row row = snapshot.rows().get(slot.id());
        String what = where + ", worker id " + slot.id();
        if (row == null || row.fence() < fence || row.fence() == fence && row.reservedUntil() < confirmed) {
            throw new StoreRegressedException(
                    what + ": "
                            + (row == null
                                    ? "the row is gone"
                                    : "the row is an older one, reserved until "
                                            + Instant.ofEpochMilli(row.reservedUntil()))
                            + ", but " + Instant.ofEpochMilli(confirmed)
                            + " was confirmed before: was the table restored or emptied?"
                            + " Stop all holders of this namespace, wait until their reservations are over, and start them again.");
        }
        if (row.fence() > fence) {
            throw new LeaseLostException(what + " is " + (row.expiresAt() == 0 ? "released" : "held by " + row.holder())
                    + " now: this holder's reservation ended at " + Instant.ofEpochMilli(confirmed)
                    + " and was not renewed in time. Open the generator anew.");
        }
        if (target > snapshot.now() + maxAhead) {
            throw new BackendException(what + ": a reservation until " + Instant.ofEpochMilli(target) + " would end "
                    + (target - snapshot.now()) + " ms ahead of the server's clock; at most " + maxAhead
                    + " ms are allowed (key max-ahead). Mend the clock of this node.");
        }
        // With a driver set to count changed rows only, a row that already is as asked for does not count.
        if (row.reservedUntil() < target) {
            throw new BackendException(what + " was not renewed, though its row allows it; will be tried again");
        }
    }
}
