package io.distid.db;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.IdException;
import io.distid.IdsExhaustedException;
import io.distid.StoreRegressedException;
import io.distid.db.LeaseTable.Grant;
import io.distid.db.LeaseTable.Header;
import io.distid.db.LeaseTable.Held;
import io.distid.db.LeaseTable.Row;
import io.distid.db.LeaseTable.Snapshot;
import io.distid.db.LeaseTable.Tokens;
import io.distid.spi.IdConfig;
import io.distid.worker.AcquireRetries;
import io.distid.worker.KnownBounds;
import io.distid.worker.LeaseRenewer;
import io.distid.worker.LeaseToken;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Worker ids leased from a table.
 *
 * <p>The namespace is read, an id chosen, and taken by one step that fails if the row changed in between; then the next is
 * tried. A step whose answer was lost may have taken the row: it then has a token of the taker's, who takes it over.
 */
final class MySqlWorkerIds implements WorkerIds {
    private static final System.Logger LOG = System.getLogger(MySqlWorkerIds.class.getName());
    private static final int HOLDERS_SHOWN = 16;
    private static final int MOST_LAYOUT = 255;
    private static final int MOST_ROUNDS = 100;
    /** By how much the clocks of servers may differ, in ms. */
    private static final long MOST_DIFFERENCE = 1_000;

    private final String strategy;
    private final LeaseTable table;
    private final Duration maxAhead;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final KnownBounds bounds = new KnownBounds();
    private final LeaseRenewer renewer;
    /** Of calls that failed: rows may have them, which are nobody else's. */
    private final Queue<LeaseToken> unanswered = new ConcurrentLinkedQueue<>();

    MySqlWorkerIds(IdConfig config) {
        this(config.strategy(), new WorkerTable(config), config.duration("max-ahead"));
    }

    /**
     * Over any table, such as a model of one.
     *
     * @param table closed with this
     * @param maxAhead how far a holder's clock may be ahead of the server's
     */
    MySqlWorkerIds(String strategy, LeaseTable table, Duration maxAhead) {
        this.strategy = strategy;
        this.table = table;
        // More threads would wait for the one connection that renewals have.
        this.renewer = MySqlLeaseBatch.renewer(table);
        this.maxAhead = maxAhead;
    }

    @Override
    public WorkerLease acquire(WorkerRequest request) {
        if (closed.get()) {
            throw new IllegalStateException("this source of worker ids is closed");
        }
        if (request.fingerprint().length() > MOST_LAYOUT) {
            throw new ConfigException(strategy + ": layout \"" + request.fingerprint() + "\" is longer than "
                    + MOST_LAYOUT + " characters");
        }
        LeaseToken known = unanswered.poll();
        LeaseToken token = known == null ? new LeaseToken() : known;
        boolean granted = false;
        try {
            WorkerLease lease = acquire(request, token);
            granted = true;
            return lease;
        } finally {
            if (!granted) {
                unanswered.add(token);
            }
        }
    }

    /** A namespace is made whatever the settings are: key {@code create} is about the table. */
    @Override
    public Duration firstStart(WorkerRequest request) {
        return table.read(request.namespace()).header() == null ? maxAhead.plus(request.reservation()) : Duration.ZERO;
    }

    @Override
    public boolean isDurable() {
        return true;
    }

    /** The table, without secrets. */
    @Override
    public String toString() {
        return table.name() + " at " + table;
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            table.close();
        }
    }

    private WorkerLease acquire(WorkerRequest request, LeaseToken token) {
        boolean failed = false;
        boolean wasFar = false;
        Tokens tokens = Tokens.of(token);
        AcquireRetries retries = new AcquireRetries(AcquireRetries.DEFAULT_TIMEOUT);
        for (int round = 0; round < MOST_ROUNDS; round++) {
            // Before the table is read: what others of this process took since does not count against it.
            KnownBounds confirmed = bounds.copy();
            long clock = request.clock().millis();
            Snapshot snapshot = table.read(request.namespace());
            long far = floorAhead(snapshot) - horizon(request);
            if (!wasFar && far > 0) {
                // A statement's time is that of its start, and who made the namespace may have ended in between. Or
                // another server has moved the floor, by a clock that is a little ahead.
                wasFar = true;
                if (far <= MOST_DIFFERENCE) {
                    waitFor(far);
                }
                continue;
            }
            requireLayout(request, snapshot);
            if (snapshot.header() == null) {
                begin(request, !snapshot.rows().isEmpty());
                continue;
            }
            requireClock(request, clock, snapshot);
            if (!snapshot.namesItsServer()) {
                moveTo(request, snapshot);
                continue;
            }
            List<FreeId> candidates = FreeId.of(request, snapshot, tokens, horizon(request));
            if (candidates.isEmpty()) {
                throw exhausted(request, snapshot);
            }
            List<Integer> unused = candidates.stream()
                    .filter(candidate -> candidate.row() == null)
                    .map(FreeId::id)
                    .toList();
            try {
                for (FreeId candidate : candidates) {
                    if (candidate.row() == null && candidate.id() != unused.get(0)) {
                        // Tried along with the first of them.
                        continue;
                    }
                    WorkerLease lease = take(request, candidate, unused, snapshot, confirmed, tokens, token);
                    if (lease != null) {
                        return lease;
                    }
                }
            } catch (NamespaceMovedException e) {
                // The next round moves the floor, and begins with the row that was taken.
                continue;
            } catch (BackendException e) {
                // It may have been taken all the same, which the next round sees.
                if (failed) {
                    throw e;
                }
                failed = true;
            }
            if (!retries.pause()) {
                break;
            }
        }
        throw new BackendException(where(request.namespace()) + ": others were first each time, for up to "
                + MOST_ROUNDS + " times or " + AcquireRetries.DEFAULT_TIMEOUT.toSeconds() + " s; try again");
    }

    /** Returns early if the thread is interrupted, which the next step refuses. */
    private static void waitFor(long millis) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        for (long left;
                (left = end - System.nanoTime()) > 0 && !Thread.currentThread().isInterrupted(); ) {
            LockSupport.parkNanos(left);
        }
    }

    private void begin(WorkerRequest request, boolean again) {
        Long floor = table.begin(request.namespace(), request.fingerprint(), horizon(request));
        if (floor != null) {
            logStart(request, again ? "is started again, since its header was lost" : "is started", floor);
        }
    }

    /** Another server took over, and may lack the last grants and renewals: all begin above what those can have reserved. */
    private void moveTo(WorkerRequest request, Snapshot snapshot) {
        Long floor = table.moveTo(request.namespace(), snapshot, horizon(request));
        if (floor != null) {
            logStart(
                    request,
                    "is on server " + snapshot.server() + " now, and was on "
                            + snapshot.header().server() + ", which may have granted what this one lacks",
                    floor);
        }
    }

    private @Nullable WorkerLease take(
            WorkerRequest request,
            FreeId free,
            List<Integer> unused,
            Snapshot snapshot,
            KnownBounds confirmed,
            Tokens tokens,
            LeaseToken token) {
        Grant grant = free.row() == null
                ? takeUnused(request, unused, snapshot, confirmed, tokens)
                : takeOver(request, free, snapshot, confirmed, tokens);
        if (grant == null) {
            return null;
        }
        token.confirmed(tokens.next());
        if (grant.restarted()) {
            logStart(request, "had lost a row; worker id " + grant.id() + " is started again", grant.stampedUntil());
        }
        MySqlLeaseBackend hold = new MySqlLeaseBackend(
                table,
                where(request.namespace()),
                new Held(request.namespace(), grant.id(), grant.fence()),
                token,
                grant.stampedUntil(),
                grant.reservedUntil(),
                request.reservation(),
                horizon(request),
                bounds,
                renewer);
        return RenewedLease.start(request, grant.id(), grant.stampedUntil(), grant.reservedUntil(), hold);
    }

    /** Two requests and a commit where nobody else is granted one meanwhile, and nothing was lost; else in turn with the others. */
    private @Nullable Grant takeUnused(
            WorkerRequest request, List<Integer> unused, Snapshot snapshot, KnownBounds confirmed, Tokens tokens) {
        int id = unused.get(0);
        Header header = snapshot.header();
        if (snapshot.rows().size() == header.granted()
                && header.floor() >= confirmed.get(LeaseTable.nameOf(request.namespace(), id))) {
            long bound = LeaseTable.firstBound(request, header.floor(), snapshot.now(), horizon(request));
            Long fence = table.takeUnused(request, id, snapshot, tokens.next(), bound, horizon(request));
            if (fence != null) {
                return new Grant(id, fence, header.floor(), bound, false);
            }
        }
        return table.takeNew(request, unused, tokens.next(), confirmed, horizon(request));
    }

    private @Nullable Grant takeOver(
            WorkerRequest request, FreeId free, Snapshot snapshot, KnownBounds confirmed, Tokens tokens) {
        String row = LeaseTable.nameOf(request.namespace(), free.id());
        long known = confirmed.get(row);
        if (free.stampedUntil() < known) {
            if (bounds.get(row) != known) {
                // Released by this process before the table was read, though after what was known of it: the next round
                // tells.
                return null;
            }
            throw KnownBounds.regressed(
                    new StoreRegressedException(where(request.namespace()) + " holds a bound of "
                            + Instant.ofEpochMilli(free.stampedUntil()) + " for worker id " + free.id() + ", but "
                            + Instant.ofEpochMilli(known)
                            + " was confirmed before: was it restored? Stop all holders of this"
                            + " namespace, wait until their reservations are over, and start them again."),
                    () -> table.raise(request.namespace(), free.id(), known));
        }
        long reserved = LeaseTable.firstBound(request, free.stampedUntil(), snapshot.now(), horizon(request));
        Long fence = table.take(request, free.row(), snapshot, tokens, reserved, horizon(request));
        return fence == null ? null : new Grant(free.id(), fence, free.stampedUntil(), reserved, false);
    }

    /** By the header, or if that is lost by the rows. */
    private void requireLayout(WorkerRequest request, Snapshot snapshot) {
        String other = snapshot.header() != null
                ? snapshot.header().layout()
                : snapshot.rows().values().stream()
                        .map(Row::layout)
                        .filter(layout -> !layout.equals(request.fingerprint()))
                        .findAny()
                        .orElse(request.fingerprint());
        if (!other.equals(request.fingerprint())) {
            throw new ConfigException(
                    where(request.namespace()) + " is in use with the layout \"" + other + "\", not \""
                            + request.fingerprint() + "\": ids of two layouts can be equal; take another namespace");
        }
    }

    /** Refuses a clock, or a floor, that is too far ahead of the server's clock. */
    private void requireClock(WorkerRequest request, long clock, Snapshot snapshot) {
        new MySqlHorizon(maxAhead, request.reservation())
                .requireClock(where(request.namespace()), clock, snapshot.now());
        long floor = floorAhead(snapshot);
        if (floor > horizon(request)) {
            throw new BackendException(where(request.namespace()) + " begins after "
                    + Instant.ofEpochMilli(snapshot.header().floor()) + ", " + floor
                    + " ms ahead of the server's clock; at most " + horizon(request) + " ms are to be expected (key"
                    + " max-ahead, and the reservation). It was made by a node with a longer reservation, or the"
                    + " server's clock went back. Wait until "
                    + Instant.ofEpochMilli(snapshot.header().floor() - horizon(request))
                    + ", or give all nodes of the namespace one reservation.");
        }
    }

    /** How far ahead of the server's clock a namespace begins. */
    private static long floorAhead(Snapshot snapshot) {
        return snapshot.header() == null ? 0 : snapshot.header().floor() - snapshot.now();
    }

    private IdException exhausted(WorkerRequest request, Snapshot snapshot) {
        String held = snapshot.rows().values().stream()
                .filter(row -> row.id() >= request.firstId() && row.id() <= request.lastId())
                .sorted(Comparator.comparingInt(Row::id))
                .limit(HOLDERS_SHOWN)
                .map(row -> row.id()
                        + (row.expiresAt() > snapshot.now()
                                ? " by " + row.holder()
                                : " free, but reserved until " + Instant.ofEpochMilli(row.reservedUntil())
                                        + ", which is too far ahead"))
                .collect(Collectors.joining(", "));
        long count = (long) request.lastId() - request.firstId() + 1;
        return new IdsExhaustedException(
                "all " + count + " worker ids from " + request.firstId() + " to " + request.lastId()
                        + " of " + where(request.namespace()) + " are held: " + held
                        + (count > HOLDERS_SHOWN ? ", and others" : "")
                        + "; stop a holder, wait for the end of its reservation, or allow more ids");
    }

    private void logStart(WorkerRequest request, String what, long floor) {
        LOG.log(
                Level.INFO,
                where(request.namespace()) + " " + what + ": its first id can be had after "
                        + Instant.ofEpochMilli(floor) + ", above all that holders of lost rows can have reserved");
    }

    /** How far above the server's clock a bound may lie, in ms. */
    private long horizon(WorkerRequest request) {
        return new MySqlHorizon(maxAhead, request.reservation()).millis();
    }

    private String where(String namespace) {
        return strategy + ": namespace \"" + namespace + "\" (table " + table.name() + " at " + table + ")";
    }
}
