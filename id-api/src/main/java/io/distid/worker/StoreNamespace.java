package io.distid.worker;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.LeaseLostException;
import io.distid.internal.lease.LeaseToken;
import io.distid.spi.RecordStore;
import io.distid.spi.RecordStore.Header;
import io.distid.spi.RecordStore.LeaseRecord;
import io.distid.spi.RecordStore.Moment;
import io.distid.spi.RecordStore.View;
import io.distid.spi.RecordStore.Write;
import io.distid.spi.RecordStore.Written;
import io.distid.time.Parking;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The header of one namespace for one request: makes it, compares it, and raises its floor. {@link StoreWorkerIds} says why these steps suffice. Safe
 * for use by several threads.
 */
final class StoreNamespace {
    private static final System.Logger LOG = System.getLogger(StoreNamespace.class.getName());

    /** Shorter than two failovers: to another server and back to the first. */
    private static final long MOST_PAUSE_NANOS = 2_000_000_000;
    /** Three looks raise a floor and find it; other processes may raise it at the same time. */
    private static final int LOOKS = 16;

    private final RecordStore store;
    private final StoreHorizon horizon;
    private final boolean create;
    private final Parking parking;
    /** The incarnation that each namespace's header was last seen to name. Shared by all requests of the source. */
    private final Map<String, Seen> seen;

    /** An incarnation that the header names, and the moment of the last answer that showed it, by the monotonic clock. */
    record Seen(String incarnation, long nanos) {}

    /**
     * The header as it was after an answer to renewals. All renewals of that answer share it, since a later look shows every loss
     * before the answer. When thousands are late, a look for each would keep them late. For use by one thread.
     */
    static final class LaterHeader {
        private boolean isKnown;
        private @Nullable Header header;
    }

    StoreNamespace(RecordStore store, StoreHorizon horizon, boolean create, Parking parking, Map<String, Seen> seen) {
        this.store = store;
        this.horizon = horizon;
        this.create = create;
        this.parking = parking;
        this.seen = seen;
    }

    RecordStore store() {
        return store;
    }

    StoreHorizon horizon() {
        return horizon;
    }

    Parking parking() {
        return parking;
    }

    String name() {
        return horizon.request().namespace();
    }

    /** For messages. */
    String where() {
        return "namespace \"" + name() + "\" (" + store.where(name()) + ")";
    }

    /** For messages. */
    String where(int id) {
        return "worker id " + id + " of " + where();
    }

    /** The store's time, and the moment of its answer. */
    StoreHorizon.StoreTime storeTime(Moment at) {
        return new StoreHorizon.StoreTime(at.millis(), parking.nanoTime());
    }

    /**
     * Looks at some ids under a header whose floor is current. Makes the header or raises its floor first, if necessary.
     *
     * @return null if the header was written; the caller then looks again
     * @throws ConfigException if the namespace is missing and may not be made, or is of another layout
     * @throws BackendException if this node's clock is too far ahead of the store's
     */
    @Nullable
    View look(int firstId, int count) {
        long clock = horizon.request().clock().millis();
        View view = store.read(name(), firstId, count);
        horizon.requireClock(where(), clock, view.at().millis());
        Header header = view.header();
        if (header == null) {
            make(view);
            return null;
        }
        requireLayout(header);
        if (!isCurrent(header, view)) {
            raise(header, view);
            return null;
        }
        return view;
    }

    /** The same for one id; looks again after the header was written. */
    View lookOnceCurrent(int id) {
        for (int look = 0; look < LOOKS; look++) {
            View view = look(id, 1);
            if (view != null) {
                return view;
            }
        }
        throw new BackendException(where() + ": other nodes keep changing its header; try again");
    }

    /** Whether every bound ever granted is known to lie below the floor or to have a record. */
    private static boolean isCurrent(Header header, View view) {
        return names(header, view.at()) && header.lost() == view.count().lost();
    }

    /** Whether the floor was raised in the present incarnation of the store. A header without a floor names no incarnation. */
    static boolean names(Header header, Moment at) {
        return header.incarnation().equals(at.incarnation());
    }

    /** Whether a grant under a header counts: the header still stood when the record was written, and names the server that wrote it. */
    static boolean stands(Header expected, Written written) {
        Header header = written.header();
        return header != null && header.token().equals(expected.token()) && names(expected, written.at());
    }

    private void requireLayout(Header header) {
        String layout = horizon.request().fingerprint();
        if (!header.layout().equals(layout)) {
            throw new ConfigException(where() + " is in use with the layout \"" + header.layout() + "\", not \""
                    + layout + "\": ids of two layouts can be equal; take another namespace");
        }
    }

    /** Makes a header without a floor: a floor that was computed before a pause would be too low. The next look raises it. */
    private void make(View view) {
        String layout = horizon.request().fingerprint();
        if (view.count().there() > 0) {
            throw new ConfigException(where() + " has " + view.count().there() + " records of worker ids and no"
                    + " header: the header was removed. Its layout is not known, and ids of two layouts can be equal."
                    + " Restore the header, or take another namespace.");
        }
        if (!create) {
            throw new ConfigException(where() + " does not exist. If it is new, set create=true for its first start."
                    + " If it was lost, do the same: ids then begin above all that its holders can have reserved.");
        }
        store.writeHeader(
                name(),
                null,
                new Header(announcement(view.at()), layout, 0, "", view.count().lost()));
    }

    /**
     * Raises the floor in two steps, so that it is computed from a look after the first step. A look from before a pause would raise it too little. A
     * copy of the store from before the first step lacks its token, so the second step is not carried out there. An announcement from another
     * incarnation is repeated. A copy of the store may contain it, and may be reset to a state with the incarnation of this look.
     */
    private void raise(Header header, View view) {
        if (!header.incarnation().isEmpty() || !isAnnounced(header, view.at())) {
            Header announced = new Header(announcement(view.at()), header.layout(), header.floor(), "", header.lost());
            if (store.writeHeader(name(), header, announced)) {
                LOG.log(
                        Level.INFO,
                        where() + why(header, view)
                                + ": its next worker ids begin above all that can have been reserved");
            }
            return;
        }
        long floor = Math.max(header.floor(), horizon.stampedByLost(view.at().millis()));
        Header raised = new Header(
                LeaseToken.draw(),
                header.layout(),
                floor,
                view.at().incarnation(),
                view.count().lost());
        if (store.writeHeader(name(), header, raised)) {
            LOG.log(
                    Level.INFO,
                    where() + ": worker ids that are leased from now on issue ids after " + Instant.ofEpochMilli(floor)
                            + ", above all that holders of lost records can have reserved");
        }
    }

    /** The token of an announcement, which no other write has. */
    private static String announcement(Moment at) {
        return mark(at) + LeaseToken.draw().substring(mark(at).length());
    }

    private static boolean isAnnounced(Header header, Moment at) {
        return header.token().startsWith(mark(at));
    }

    /** The mark of the incarnation that the announcement was made in. */
    private static String mark(Moment at) {
        return HexFormat.of().toHexDigits(at.incarnation().hashCode());
    }

    private static String why(Header header, View view) {
        if (header.incarnation().isEmpty()) {
            return " is now on " + view.at().incarnation() + ", after a restart or a failover";
        }
        if (header.lost() != view.count().lost()) {
            return " has " + view.count().there() + " records of worker ids, and "
                    + view.count().made() + " were made";
        }
        return " was on " + header.incarnation() + ", and is now on "
                + view.at().incarnation() + ", after a restart or a failover";
    }

    /**
     * Makes sure that the header names the incarnation that answered a renewal. So a grant after a further failover finds that the incarnation has
     * changed.
     *
     * @param late whether the lease may have been over
     * @param askedNanos a moment before the renewal was sent, by the monotonic clock
     * @param later looked at since the renewal was answered, or not yet
     * @return the floor for a late renewal, and the holder goes on above it. Another holder may have been granted the id, and the store may have lost
     *     the grant.
     * @throws BackendException if that cannot be found out; the renewal does not count then
     */
    long verified(Written written, int id, boolean late, long askedNanos, LaterHeader later) {
        Moment at = written.at();
        Header header = written.header();
        if (header == null && !late && isFresh(at)) {
            saw(at, askedNanos);
            return Long.MIN_VALUE;
        }
        if (late || header == null || !names(header, at)) {
            // For a late renewal the records are counted, too, since a lost record may be a successor's.
            if (!later.isKnown) {
                later.header = currentHeader(id);
                later.isKnown = true;
            }
            header = later.header;
        }
        if (header == null) {
            // Somebody removed the header. Nobody is granted an id before it is back, and its floor is raised then.
            if (late) {
                throw new BackendException(where() + " has no header any more; trying again");
            }
            return Long.MIN_VALUE;
        }
        String layout = horizon.request().fingerprint();
        if (!header.layout().equals(layout)) {
            throw new LeaseLostException(
                    where(id) + " was made again with the layout \"" + header.layout() + "\", not \"" + layout
                            + "\": ids of two layouts can be equal. This generator issues no more ids: take another namespace.");
        }
        if (!names(header, at)) {
            throw new BackendException(where() + " is now on " + header.incarnation() + ", and " + at.incarnation()
                    + " answered the renewal; trying again");
        }
        saw(at, askedNanos);
        return late ? header.floor() : Long.MIN_VALUE;
    }

    private boolean isFresh(Moment at) {
        Seen last = seen.get(name());
        return last != null
                && last.incarnation.equals(at.incarnation())
                && parking.nanoTime() - last.nanos <= MOST_PAUSE_NANOS;
    }

    /** Dated before the request, since the store may have failed over and back while the answer was delayed. */
    private void saw(Moment at, long askedNanos) {
        seen.put(name(), new Seen(at.incarnation(), askedNanos));
    }

    /** Null if there is none. */
    private @Nullable Header currentHeader(int id) {
        for (int look = 0; look < LOOKS; look++) {
            View view = store.read(name(), id, 1);
            Header header = view.header();
            if (header == null || isCurrent(header, view)) {
                return header;
            }
            raise(header, view);
        }
        throw new BackendException(where() + ": other nodes keep changing its header; trying again");
    }

    /**
     * Handles a write that replaced another holder's record. That holder's bound is no longer known, so the record is freed above every possible
     * bound.
     */
    void raiseOverwritten(int id, LeaseRecord record, Moment at) {
        raise(id, record, horizon.latest(at.millis()));
    }

    /**
     * Frees a record and raises its bound, so that nobody is granted the id below that bound. A present holder is refused at its next renewal. If
     * this fails, the record remains unchanged until that renewal.
     */
    void raise(int id, LeaseRecord record, long bound) {
        try {
            free(id, record, bound, bound);
        } catch (BackendException e) {
            LOG.log(Level.WARNING, where(id) + " is too low and could not be raised: " + e.getMessage());
        }
    }

    /**
     * Frees a record that may have been written without an answer to this process. It keeps its bound, since a copy of the process may have got an
     * answer.
     */
    void giveBack(int id, LeaseRecord written) {
        LeaseRecord found = store.read(name(), id, 1).records().get(id);
        if (found != null && found.token().equals(written.token())) {
            free(id, found, found.bound(), found.stamped());
        }
    }

    /** Frees a record if it is unchanged since it was written. */
    void free(int id, LeaseRecord record, long bound, long stamped) {
        LeaseRecord next = new LeaseRecord(LeaseToken.draw(), bound, stamped, 0, record.holder(), null);
        store.write(name(), List.of(new Write(id, record, next, null)));
    }
}
