package io.distid.db;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.IdException;
import io.distid.IdsExhaustedException;
import io.distid.StoreRegressedException;
import io.distid.db.WorkerTable.Row;
import io.distid.db.WorkerTable.Snapshot;
import io.distid.spi.IdConfig;
import io.distid.spi.RenewedLease;
import io.distid.spi.WorkerIds;
import io.distid.spi.WorkerLease;
import io.distid.spi.WorkerRequest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Worker ids leased from a table.
 *
 * <p>The namespace is read, an id chosen, and taken by one statement that fails if the row changed in between; then the next is
 * tried. Ids are chosen at random among those that can be used at once, so that a fleet that starts together seldom collides.
 */
final class MySqlWorkerIds implements WorkerIds {
    private static final int HOLDERS_SHOWN = 16;
    private static final int MOST_LAYOUT = 255;
    private static final int CHOICE = 256;
    private static final int MOST_ROUNDS = 100;

    private final String strategy;
    private final WorkerTable table;
    private final long maxAhead;
    private final AtomicBoolean closed = new AtomicBoolean();
    /** The bounds that this object saw confirmed, to notice a table that forgot them. */
    private final Map<Slot, Long> bounds = new ConcurrentHashMap<>();

    /** One worker id of one namespace. */
    record Slot(String namespace, int id) {}

    /** An id that may be taken, and the row it has if it was ever granted. */
    private record Candidate(int id, @Nullable Row row) {
        /** Where a former holder may have got to. */
        long stampedUntil() {
            return row == null ? Long.MIN_VALUE : row.reservedUntil();
        }
    }

    MySqlWorkerIds(IdConfig config) {
        this.strategy = config.strategy();
        this.maxAhead = config.duration("max-ahead").toMillis();
        this.table = new WorkerTable(config);
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
        for (int round = 0; round < MOST_ROUNDS; round++) {
            // Before the table is read: what others of this process took since does not count against it.
            Map<Slot, Long> known = Map.copyOf(bounds);
            Snapshot snapshot = table.read(request.namespace());
            if (snapshot.layout() == null) {
                table.claim(request.namespace(), request.fingerprint());
                continue;
            }
            requireLayout(request, snapshot.layout());
            requireClock(request, snapshot.now());
            List<Candidate> candidates = candidates(request, snapshot);
            if (candidates.isEmpty()) {
                throw exhausted(request, snapshot);
            }
            for (Candidate candidate : candidates) {
                WorkerLease lease = take(request, candidate, snapshot.now(), known);
                if (lease != null) {
                    return lease;
                }
            }
        }
        throw new BackendException(
                where(request.namespace()) + ": others were first " + MOST_ROUNDS + " times over; try again");
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

    private @Nullable WorkerLease take(
            WorkerRequest request, Candidate candidate, long now, Map<Slot, Long> confirmed) {
        Slot slot = new Slot(request.namespace(), candidate.id);
        long stamped = candidate.stampedUntil();
        Long known = confirmed.get(slot);
        if (known != null && stamped < known) {
            throw new StoreRegressedException(where(slot.namespace()) + " holds "
                    + (candidate.row == null ? "no bound" : "a bound of " + Instant.ofEpochMilli(stamped))
                    + " for worker id "
                    + slot.id() + ", but " + Instant.ofEpochMilli(known) + " was confirmed before: was it restored or"
                    + " emptied? Stop all holders of this namespace, wait until their reservations are over, and start them"
                    + " again.");
        }
        long reserved = RenewedLease.firstBound(request, stamped);
        Long fence = candidate.row == null
                ? table.takeNew(request, candidate.id, now, reserved, maxAhead)
                : table.take(request, candidate.row, now, reserved, maxAhead);
        if (fence == null) {
            return null;
        }
        MySqlLeaseHold hold = new MySqlLeaseHold(
                table,
                where(slot.namespace()),
                slot,
                fence,
                stamped,
                reserved,
                request.reservation(),
                maxAhead,
                bounds);
        return RenewedLease.start(request, slot.id(), stamped, reserved, hold);
    }

    /** All ids that can be taken: the preferred one, then those this holder had before, then those that need no wait. */
    private List<Candidate> candidates(WorkerRequest request, Snapshot snapshot) {
        List<Candidate> candidates = new ArrayList<>();
        for (Row row : snapshot.rows().values()) {
            if (row.id() >= request.firstId()
                    && row.id() <= request.lastId()
                    && row.expiresAt() <= snapshot.now()
                    && !isFarAhead(row, request, snapshot)) {
                candidates.add(new Candidate(row.id(), row));
            }
        }
        unused(request, snapshot).forEach(id -> candidates.add(new Candidate(id, null)));
        Collections.shuffle(candidates);
        long clock = request.clock().millis();
        int preferred = request.preferredId().orElse(-1);
        candidates.sort(Comparator.comparing((Candidate free) -> free.id != preferred)
                .thenComparing(free -> free.row == null || !free.row.holder().equals(request.holder()))
                .thenComparing(free -> Math.max(clock, free.stampedUntil())));
        return candidates;
    }

    /** Ids that were never granted: the preferred one, and enough others to choose from, beginning anywhere in the range. */
    private static Set<Integer> unused(WorkerRequest request, Snapshot snapshot) {
        Set<Integer> unused = new HashSet<>();
        request.preferredId().stream()
                .filter(id -> !snapshot.rows().containsKey(id))
                .forEach(unused::add);
        long size = (long) request.lastId() - request.firstId() + 1;
        long start = ThreadLocalRandom.current().nextLong(size);
        for (long i = 0; i < size && unused.size() < CHOICE; i++) {
            int id = (int) (request.firstId() + (start + i) % size);
            if (!snapshot.rows().containsKey(id)) {
                unused.add(id);
            }
        }
        return unused;
    }

    /** Whether a successor of that row would have to reserve further ahead of the store's clock than is allowed. */
    private boolean isFarAhead(Row row, WorkerRequest request, Snapshot snapshot) {
        return RenewedLease.firstBound(request, row.reservedUntil()) > snapshot.now() + maxAhead;
    }

    private void requireLayout(WorkerRequest request, String layout) {
        if (!layout.equals(request.fingerprint())) {
            throw new ConfigException(
                    where(request.namespace()) + " is in use with the layout \"" + layout + "\", not \""
                            + request.fingerprint() + "\": ids of two layouts can be equal; take another namespace");
        }
    }

    private void requireClock(WorkerRequest request, long now) {
        long bound = RenewedLease.firstBound(request, Long.MIN_VALUE);
        if (bound > now + maxAhead) {
            throw new BackendException(where(request.namespace()) + ": a reservation of "
                    + request.reservation().toMillis()
                    + " ms by this node's clock, which shows " + request.clock().instant() + ", would end "
                    + (bound - now) + " ms ahead of the server's clock; at most " + maxAhead
                    + " ms are allowed (key max-ahead). Mend the clock.");
        }
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

    private String where(String namespace) {
        return strategy + ": namespace \"" + namespace + "\" (table " + table.name() + " at " + table + ")";
    }
}
