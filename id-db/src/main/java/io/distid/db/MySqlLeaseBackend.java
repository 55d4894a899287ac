package io.distid.db;

import io.distid.BackendException;
import io.distid.IdException;
import io.distid.LeaseLostException;
import io.distid.StoreRegressedException;
import io.distid.db.LeaseTable.Held;
import io.distid.db.LeaseTable.Renewal;
import io.distid.db.LeaseTable.Row;
import io.distid.db.LeaseTable.Standing;
import io.distid.db.LeaseTable.Tokens;
import io.distid.worker.KnownBounds;
import io.distid.worker.LeaseBackend;
import io.distid.worker.LeaseRenewer;
import io.distid.worker.LeaseToken;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A row of the table, held by one lease. */
final class MySqlLeaseBackend implements LeaseBackend {
    private final LeaseTable table;
    private final String where;
    private final Held held;
    private final LeaseToken token;
    private final long stampedBefore;
    private final Duration term;
    private final long horizon;
    private final KnownBounds bounds;
    private final LeaseRenewer renewer;
    private long confirmed;
    private boolean released;
    /** Whether a renewal was begun of a lease that was over, whose answer has not come: it may have been carried out, and then the row does not show any more that it was over. */
    private volatile boolean late;

    private volatile long another = Long.MIN_VALUE;

    /**
     * A row that was just taken.
     *
     * @param where the namespace and its table, for messages
     * @param token whose current value the row has
     * @param horizon how far above the server's clock a bound may lie, in ms
     * @param renewer of all rows of the source
     */
    MySqlLeaseBackend(
            LeaseTable table,
            String where,
            Held held,
            LeaseToken token,
            long stampedBefore,
            long reserved,
            Duration term,
            long horizon,
            KnownBounds bounds,
            LeaseRenewer renewer) {
        this.table = table;
        this.where = where;
        this.held = held;
        this.token = token;
        this.stampedBefore = stampedBefore;
        this.term = term;
        this.horizon = horizon;
        this.bounds = bounds;
        this.renewer = renewer;
        this.confirmed = reserved;
        bounds.put(LeaseTable.nameOf(held.namespace(), held.id()), reserved);
    }

    @Override
    public void renew(long reservedUntil) {
        Renewal renewal = begin(reservedUntil);
        Standing standing = late ? null : table.renew(renewal);
        if (late || isLate(renewal, standing)) {
            settleLate(renewal, table.renewLate(List.of(renewal)));
        } else {
            settle(renewal, standing);
        }
    }

    /** What to ask the table for. */
    Renewal begin(long reservedUntil) {
        synchronized (token) {
            if (released) {
                // The release does not know the token that would be drawn now.
                throw new LeaseLostException(where + ", worker id " + held.id() + " was released");
            }
            return new Renewal(held, Tokens.of(token), confirmed, reservedUntil, term.toMillis(), horizon);
        }
    }

    /** Takes over what the table answered: null if the row was moved. */
    void settle(Renewal renewal, @Nullable Standing standing) {
        if (standing != null) {
            throw refusal(standing, renewal.tokens(), renewal.confirmed(), renewal.target());
        }
        synchronized (token) {
            token.confirmed(renewal.tokens().next());
            // A renewal that was overtaken by the release counts for nothing.
            if (!released) {
                confirmed = renewal.target();
                bounds.put(LeaseTable.nameOf(held.namespace(), held.id()), renewal.target());
            }
        }
    }

    /** Whether a renewal is one of a lease that was over, be it that it was begun before. */
    boolean isLate() {
        return late;
    }

    /** The same of one that the table has answered, which is begun anew as such. */
    boolean isLate(Renewal renewal, @Nullable Standing standing) {
        late |= standing != null && renewal.isLate(standing);
        return late;
    }

    /** The same as {@link #settle} of a renewal of a lease that was over: the id may have been another's meanwhile. */
    void settleLate(Renewal renewal, LeaseTable.Late answer) {
        Standing standing = answer.refused().get(renewal);
        if (standing == null && answer.floor() > renewal.confirmed()) {
            another = Math.max(another, answer.floor());
        }
        settle(renewal, standing);
        late = false;
    }

    @Override
    public long stampedUntil() {
        return another;
    }

    @Override
    public LeaseRenewer renewer() {
        return renewer;
    }

    @Override
    public long maxAheadMillis() {
        return horizon - term.toMillis();
    }

    /**
     * Not repeated: if it was not carried out, the id becomes free at the end of the reservation. If it was and its answer is lost, all
     * is well.
     */
    @Override
    public void release(long stampedUntil) {
        long stamp = Math.max(stampedUntil, stampedBefore);
        List<String> tokens;
        long known;
        synchronized (token) {
            released = true;
            tokens = token.tokens();
            known = confirmed;
            // Noted before it is done: if the answer is lost, the row has this or more, and neither is a regression.
            bounds.put(LeaseTable.nameOf(held.namespace(), held.id()), stamp);
        }
        if (!table.release(held, tokens, known, stamp)) {
            // Another's, which has more, or a row that went back.
            table.raise(held.namespace(), held.id(), stamp);
        }
    }

    /** Why the row was not renewed. */
    private IdException refusal(Standing standing, Tokens tokens, long known, long target) {
        Row row = standing.row();
        String what = where + ", worker id " + held.id();
        if (row == null || row.fence() < held.fence() || row.fence() == held.fence() && row.reservedUntil() < known) {
            return KnownBounds.regressed(
                    new StoreRegressedException(what + ": " + olderThan(row) + ", but " + Instant.ofEpochMilli(known)
                            + " was confirmed before: was the table restored or emptied? Stop all its holders, wait "
                            + (horizon + 999) / 1000
                            + " s, and start them anew: what was stamped since the backup lies below that."),
                    () -> raise(known));
        }
        if (row.fence() > held.fence()) {
            return new LeaseLostException(
                    what + " is " + (row.expiresAt() == 0 ? "released" : "held by " + row.holder())
                            + " now: this holder's reservation ended at " + Instant.ofEpochMilli(known)
                            + " and was not renewed in time. Open the generator anew.");
        }
        if (!tokens.contain(row.token())) {
            return new LeaseLostException(
                    what + " was renewed by another copy of this process: a checkpoint or a snapshot"
                            + " of a machine was started twice. Open the generator anew.");
        }
        if (target > standing.now() + horizon) {
            return new BackendException(
                    what + ": a reservation until " + Instant.ofEpochMilli(target) + " would end "
                            + (target - standing.now()) + " ms ahead of the server's clock; at most " + horizon
                            + " ms are allowed (key max-ahead of the source, and the reservation). Mend the clock of this node.");
        }
        return new BackendException(what + " was not renewed, though its row allows it; will be tried again");
    }

    /** Not where a release has overtaken the renewal: the row then has the last stamp, and may be another's. */
    private void raise(long known) {
        synchronized (token) {
            if (released) {
                return;
            }
        }
        table.raise(held.namespace(), held.id(), known);
    }

    private static String olderThan(@Nullable Row row) {
        return row == null
                ? "the row is gone"
                : "the row is an older one, reserved until " + Instant.ofEpochMilli(row.reservedUntil());
    }
}
