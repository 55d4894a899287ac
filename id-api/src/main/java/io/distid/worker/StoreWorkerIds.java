package io.distid.worker;

import io.distid.BackendException;
import io.distid.IdsExhaustedException;
import io.distid.InterruptedIdException;
import io.distid.internal.lease.LeaseToken;
import io.distid.spi.RecordStore;
import io.distid.spi.RecordStore.LeaseRecord;
import io.distid.spi.RecordStore.Outcome;
import io.distid.spi.RecordStore.Overwrote;
import io.distid.spi.RecordStore.View;
import io.distid.spi.RecordStore.Write;
import io.distid.spi.RecordStore.Written;
import io.distid.time.Parking;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Worker ids leased from any store: the lease protocol, written once over {@link RecordStore}.
 *
 * <p>Leases of one source are renewed together. The source remembers its confirmed bounds, so it notices a store that is behind them. Safe for use by
 * any number of threads.
 *
 * @see RecordStore what a store has to promise
 */
public final class StoreWorkerIds implements WorkerIds {
    /*
     * Why no tick is stamped twice.
     *
     * A holder of worker id w stamps only ticks t with stamped < t <= bound. Both values are of its own record, and the store has confirmed them. So
     * two holders of w never stamp one tick if each grant meets one condition. Its `stamped` is at or above every bound ever confirmed to another
     * holder of w. The protocol meets it by five rules.
     *
     * 1. One record, one holder. Each write has a token that no other write has, and replaces the record only if the expected token stands. A grant
     *    replaces the record that was read, and begins above its bound. A holder whose record was replaced finds another token at its next renewal,
     *    and ends. A copy of a process finds the same, since each renewal changes the token.
     *
     * 2. A horizon. No bound is confirmed that lies more than max-ahead and a reservation above the store's clock. So at each moment, all that
     *    was ever confirmed lies below that clock + the horizon, whether its record is still there or not.
     *
     * 3. A floor, where a record may be missing. The header says above which stamp each grant begins. It is raised a horizon above the store's clock
     *    if records may have been lost. There are two signs of this. The store counts the records ever made, and some of them are missing. Or the
     *    store's incarnation is not the one of the last raise, so it may lack the last writes. The count and the incarnation are compared before a
     *    grant, and again in its answer. A grant that does not count then is released. The floor is raised in two steps, so it is computed by a look
     *    that came after the loss (see StoreNamespace.raise).
     *
     * 4. A renewal counts only once the header names the incarnation that answered. Otherwise a further failover, back to the first server, would
     *    hide that this server was ever written to. A lease that was over at its renewal may have had a successor that the store has forgotten. So
     *    its holder goes on above the floor, which lies above every bound of such a successor.
     *
     * 5. Nothing rests on a missing answer. An unconfirmed bound is never stamped. A write without an answer may have been carried out, and its token
     *    counts as the holder's until a later write is confirmed. A request that arrives late expects a token that no longer stands.
     *
     * The role of clocks: a node's clock too far ahead is refused at the start and at each renewal (rule 2). The store's clock decides when a lease
     * is over. If it decides wrongly, the successor still begins above the bound (rule 1). Rules 2 and 3 assume that all nodes of a namespace have
     * one reservation and one max-ahead. They also assume that the store's clock does not go back further than the margin between a confirmed bound
     * and the raised floor.
     */
    private static final System.Logger LOG = System.getLogger(StoreWorkerIds.class.getName());

    /** How long an acquire retries after lost races, or waits for a clock. */
    private static final long PATIENCE_NANOS = 30_000_000_000L;

    private static final long FIRST_PAUSE_NANOS = 2_000_000;
    private static final long MOST_PAUSE_NANOS = 200_000_000;
    /** In ms. The servers' clocks of one store may differ by this. So the floor of one server may lie slightly too far ahead for another. */
    private static final long MOST_DIFFERENCE = 2_000;
    /** How many ids of one look are tried before the look counts as old. */
    private static final int MOST_TAKES = 8;

    private final RecordStore store;
    private final Duration maxAhead;
    private final Creation creation;
    private final Parking parking;
    private final @Nullable RandomGenerator random;
    private final LeaseRenewer renewer;
    /** The last confirmed bounds, by record. A store that is behind one has lost a write. A release lowers the bound. */
    private final Map<String, Long> bounds = new ConcurrentHashMap<>();
    /** The tokens of takes without an answer, by record. If such a take was carried out, the record is this process's own. */
    private final Map<String, String> unanswered = new ConcurrentHashMap<>();

    private final Map<String, StoreNamespace.Seen> seen = new ConcurrentHashMap<>();

    /** Whether a missing namespace is made. Immutable. */
    public enum Creation {
        /** Never: a missing namespace is refused. */
        NEVER,
        /** The first request makes it, since the settings allow it. */
        ALLOWED,
        /** The first request makes it, whatever the settings. */
        ALWAYS
    }

    /**
     * Worker ids from a store.
     *
     * @param store closed with this
     * @param maxAhead how far a node's clock may be ahead of the store's: key {@code max-ahead}
     */
    public StoreWorkerIds(RecordStore store, Duration maxAhead, Creation creation) {
        this(store, maxAhead, creation, Parking.SYSTEM, null);
    }

    /**
     * The same with a time of its own, for simulations.
     *
     * @param store closed with this
     * @param maxAhead how far a node's clock may be ahead of the store's
     * @param parking the monotonic clock, and how to wait
     * @param random chooses among free ids; null for that of each thread
     */
    public StoreWorkerIds(
            RecordStore store,
            Duration maxAhead,
            Creation creation,
            Parking parking,
            @Nullable RandomGenerator random) {
        this.random = random;
        this.store = store;
        this.maxAhead = maxAhead;
        this.creation = creation;
        this.parking = parking;
        this.renewer = new LeaseRenewer(store.writeLimit(), new StoreLeaseBatch(store));
    }

    /**
     * {@inheritDoc}
     *
     * @throws io.distid.StoreRegressedException if the store is behind a bound that it confirmed to this process; the record is raised first
     */
    @Override
    public WorkerLease acquire(WorkerRequest request) {
        StoreNamespace namespace = namespace(request);
        long start = parking.nanoTime();
        long pause = FIRST_PAUSE_NANOS;
        do {
            // Copied before the store is read, since bounds that other threads get confirmed later do not count against
            // it.
            Map<String, Long> known = Map.copyOf(bounds);
            FreeIds free = new FreeIds(namespace, request, this::isUnanswered, random());
            boolean headerWritten = false;
            while (free.hasNext() && !headerWritten) {
                int count = free.count(store.readLimit());
                View view = namespace.look(free.firstId(), count);
                headerWritten = view == null;
                if (view != null) {
                    free.add(view, count);
                    WorkerLease lease = take(namespace, request, free.ready(), known);
                    if (lease != null) {
                        return lease;
                    }
                }
            }
            if (headerWritten) {
                continue;
            }
            FreeIds.Free soonest = free.soonest();
            if (soonest != null) {
                WorkerLease lease = take(namespace, request, soonest, known);
                if (lease != null) {
                    return lease;
                }
            } else if (!free.wasTried()) {
                throw exhausted(namespace, request, free.held());
            }
            // With jitter: otherwise colliding callers would collide again.
            pause(1 + random().nextLong(pause), namespace);
            pause = Math.min(2 * pause, MOST_PAUSE_NANOS);
        } while (parking.nanoTime() - start < PATIENCE_NANOS);
        throw new BackendException("no worker id of " + namespace.where() + " could be leased within "
                + Duration.ofNanos(PATIENCE_NANOS).toSeconds() + " s: other nodes were faster each time; try again");
    }

    /**
     * Takes one worker id, which is reserved for the caller. If it is held, waits for a reservation, at most 30 s, since its holder may be a crashed
     * predecessor.
     *
     * @param request as in {@link #acquire}, for any ids
     * @return a lease on that id
     * @throws IdsExhaustedException if another holder keeps it
     * @throws io.distid.StoreRegressedException as {@link #acquire}
     */
    public WorkerLease acquireKept(WorkerRequest request, int id) {
        WorkerRequest kept = request.withIds(id, id);
        long start = parking.nanoTime();
        long patience = Math.min(
                PATIENCE_NANOS, request.reservation().plus(store.clockError()).toNanos());
        while (true) {
            long waited = parking.nanoTime() - start;
            try {
                return acquire(kept);
            } catch (IdsExhaustedException e) {
                if (waited > patience) {
                    throw e;
                }
                pause(MOST_PAUSE_NANOS, namespace(kept));
            }
        }
    }

    /**
     * Looks at one worker id, as an acquire does before it takes one. A missing namespace is made; a namespace with another layout is refused.
     *
     * @param request as of {@link #acquire}
     * @return its record; null if it was never granted
     * @throws io.distid.ConfigException if the namespace is in use with another layout
     * @throws BackendException if the store does not answer in time, or refuses, or the caller's clock is too far ahead of the store's
     */
    public @Nullable LeaseRecord look(WorkerRequest request, int id) {
        return namespace(request).lookOnceCurrent(id).records().get(id);
    }

    private StoreNamespace namespace(WorkerRequest request) {
        return new StoreNamespace(store, horizon(request), creation != Creation.NEVER, parking, seen);
    }

    /** Null if other callers took every free id first. */
    private @Nullable WorkerLease take(
            StoreNamespace namespace, WorkerRequest request, List<FreeIds.Free> free, Map<String, Long> known) {
        for (FreeIds.Free each : free.subList(0, Math.min(MOST_TAKES, free.size()))) {
            WorkerLease lease = take(namespace, request, each, known);
            if (lease != null) {
                return lease;
            }
        }
        return null;
    }

    /** Null if another caller took the id first, or the grant does not count. */
    private @Nullable WorkerLease take(
            StoreNamespace namespace, WorkerRequest request, FreeIds.Free free, Map<String, Long> known) {
        View view = free.view();
        StoreHorizon horizon = namespace.horizon();
        long far = free.stamped() - horizon.stampedByLost(view.at().millis());
        if (far > MOST_DIFFERENCE) {
            horizon.requireStart(namespace.where(), free.stamped(), view.at().millis());
        }
        String name = StoreLease.nameOf(namespace.name(), free.id());
        long confirmed = known.getOrDefault(name, Long.MIN_VALUE);
        boolean regressed = free.stamped() < confirmed;
        if (far > 0 || regressed && bounds.get(name) != confirmed) {
            // This process released the id after its bound was recorded, or a clock must be waited for.
            return null;
        }
        long asked = parking.nanoTime();
        LeaseRecord next = regressed
                ? new LeaseRecord(LeaseToken.draw(), confirmed, confirmed, 0, request.holder(), null)
                : new LeaseRecord(
                        LeaseToken.draw(),
                        horizon.firstBound(free.stamped(), view.at().millis()),
                        free.stamped(),
                        horizon.freeFrom(view.at().millis()),
                        request.holder(),
                        null);
        Outcome outcome = write(namespace, new Write(free.id(), free.record(), next, view.header()));
        if (outcome instanceof Overwrote overwrote) {
            namespace.raiseOverwritten(free.id(), overwrote.record(), overwrote.at());
            return null;
        }
        if (!(outcome instanceof Written written)) {
            return null;
        }
        if (regressed) {
            // The record is raised, so that at least this id is safe again.
            throw StoreLease.regressed(
                    namespace, free.id(), "a bound of " + Instant.ofEpochMilli(free.stamped()), confirmed);
        }
        // The clock may have been set back since the look.
        boolean isFar = next.bound()
                > Math.max(next.stamped(), horizon.latest(written.at().millis()));
        if (written.at().millis() >= next.freeFrom()) {
            // The answer to a repeated write may come after the end of the lease. The record is then free, and keeps
            // its bound. A copy of this process may have got the answer in time and stamped up to that bound.
            return null;
        }
        if (isFar || !stands(free, written)) {
            namespace.free(free.id(), written.record(), free.stamped(), free.stamped());
            return null;
        }
        if (free.record() == null) {
            LOG.log(
                    Level.INFO,
                    namespace.where(free.id()) + " is leased for the first time; its first id can be issued after "
                            + Instant.ofEpochMilli(next.stamped()));
        }
        bounds.put(name, next.bound());
        StoreLease lease = new StoreLease(namespace, free.id(), bounds, renewer, written, asked);
        return RenewedLease.start(request, free.id(), next.stamped(), next.bound(), lease);
    }

    /**
     * Whether a grant counts. It does not if the header was written since the look, or the incarnation changed, or a record was lost. Another caller
     * may then have been granted this id, and the store may have forgotten that. The next look raises the floor.
     */
    private static boolean stands(FreeIds.Free free, Written written) {
        RecordStore.Header header = free.view().header();
        RecordStore.Count count = written.count();
        boolean isComplete = count != null && header != null && count.lost() == header.lost();
        return header != null && isComplete && StoreNamespace.stands(header, written);
    }

    /** Repeats a write without an answer: a write that already stands gets the same answer. */
    private Outcome write(StoreNamespace namespace, Write write) {
        String name = StoreLease.nameOf(namespace.name(), write.id());
        Outcome outcome;
        try {
            outcome = writeOnce(namespace, write);
        } catch (InterruptedIdException e) {
            unanswered.put(name, write.next().token());
            throw e;
        } catch (BackendException e) {
            unanswered.put(name, write.next().token());
            outcome = writeAgain(namespace, write);
        }
        unanswered.remove(name);
        return outcome;
    }

    /** A caller that gives up releases the id that it may have got; otherwise nobody could use it for a reservation. */
    private Outcome writeAgain(StoreNamespace namespace, Write write) {
        try {
            return writeOnce(namespace, write);
        } catch (BackendException e) {
            try {
                namespace.giveBack(write.id(), write.next());
            } catch (BackendException unfreed) {
                e.addSuppressed(unfreed);
            }
            throw e;
        }
    }

    private Outcome writeOnce(StoreNamespace namespace, Write write) {
        return store.write(namespace.name(), List.of(write)).get(0);
    }

    private boolean isUnanswered(String namespace, int id, LeaseRecord record) {
        return record.token().equals(unanswered.get(StoreLease.nameOf(namespace, id)));
    }

    private RandomGenerator random() {
        return random == null ? ThreadLocalRandom.current() : random;
    }

    private void pause(long nanos, StoreNamespace namespace) {
        parking.park(nanos);
        if (Thread.currentThread().isInterrupted()) {
            throw new InterruptedIdException("interrupted while waiting for a worker id of " + namespace.where());
        }
    }

    private static IdsExhaustedException exhausted(StoreNamespace namespace, WorkerRequest request, String held) {
        return new IdsExhaustedException("all worker ids from " + request.firstId() + " to " + request.lastId() + " of "
                + namespace.where() + " are held: " + held
                + "; stop a holder, wait for the end of its reservation, or allow more ids");
    }

    private StoreHorizon horizon(WorkerRequest request) {
        return new StoreHorizon(request, maxAhead, store.clockError(), store.where(request.namespace()));
    }

    @Override
    public Duration firstStart(WorkerRequest request) {
        boolean makes = creation == Creation.ALLOWED
                || creation == Creation.ALWAYS
                        && store.read(request.namespace(), request.firstId(), 1).header() == null;
        return makes
                ? maxAhead.plus(request.reservation()).plus(store.clockError().multipliedBy(2))
                : Duration.ZERO;
    }

    @Override
    public boolean isDurable() {
        return true;
    }

    @Override
    public void close() {
        store.close();
    }

    /** The store, for logs. */
    @Override
    public String toString() {
        return "worker ids leased from " + store.where("<namespace>");
    }
}
