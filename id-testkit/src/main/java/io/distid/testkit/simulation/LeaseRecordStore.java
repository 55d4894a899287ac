package io.distid.testkit.simulation;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.LeaseLostException;
import io.distid.StoreRegressedException;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerRequest;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The protocol of all leased worker ids at its plainest: a row for each id that was ever granted, moved by one atomic step each, and a header
 * with the layout, the floor and the number of ids ever granted. It has a clock of its own, no better than the others.
 *
 * <p>No bound is ever put further ahead of this clock than the world's {@link Plan#maxAhead()} and the reservation. So whoever makes a record
 * anew begins above what the holder of a lost one can have reserved, if it begins that far ahead: that is the floor. Not safe
 * for use by several threads: a world runs on one.
 */
public final class LeaseRecordStore extends SimulatedRecords<LeaseRecordStore.Header, LeaseRecordStore.Row> {
    private final World world;
    private final Set<Flaw> flaws;

    /** What is known of a namespace: its layout, above what its first leases begin, and how many ids were ever granted. */
    record Header(String layout, long floor, int count) {}

    /**
     * A row as it stands.
     *
     * @param fence how often it changed hands, above the time of the first
     * @param token its holder's token
     * @param stampedUntil where its holder's predecessor may have got to
     * @param reservedUntil where its holder may get to
     * @param expiresAt by the store's clock
     */
    record Row(int id, long fence, String token, long stampedUntil, long reservedUntil, long expiresAt) {}

    /** All that is kept, and the store's time. */
    record Snapshot(@Nullable Header header, Map<Integer, Row> rows, long now) {}

    /**
     * A store in which nobody has been yet.
     *
     * @param world where it is
     */
    public LeaseRecordStore(World world) {
        this(world, EnumSet.noneOf(Flaw.class));
    }

    LeaseRecordStore(World world, Set<Flaw> flaws) {
        super(world);
        this.world = world;
        this.flaws = flaws;
    }

    /** {@inheritDoc} */
    @Override
    public WorkerIds open(SimulatedProcess process) {
        return new LeaseRecordWorkerIds(process, this, has(Flaw.LOSS_GOES_ON));
    }

    /** {@inheritDoc} */
    @Override
    protected long boundOf(Row row) {
        return row.reservedUntil;
    }

    Snapshot read() {
        return new Snapshot(header, Map.copyOf(rows), clock().millis());
    }

    /** Makes the namespace, unless it is there; returns the layout it has. */
    String make(WorkerRequest request) {
        Header known = header;
        if (known == null) {
            known = new Header(request.fingerprint(), limit(request), rows.size());
            header = known;
        }
        return known.layout;
    }

    /** Takes an id that has no row; null if somebody was first, or the namespace is gone. */
    @Nullable
    Row takeNew(WorkerRequest request, long holderMillis, int id, String token) {
        Header known = header;
        if (known == null) {
            return null;
        }
        requireLayout(request, known);
        requireNear(holderMillis + request.reservation().toMillis(), limit(request), "the holder's clock");
        Row row = rows.get(id);
        if (row != null) {
            return repeated(row, token);
        }
        boolean lost = rows.size() < known.count && !has(Flaw.NO_COUNT);
        long floor = lost ? limit(request) : known.floor;
        header = new Header(known.layout, Math.max(floor, known.floor), rows.size() + 1);
        long stamped = has(Flaw.NO_FLOOR) ? Long.MIN_VALUE : floor;
        return put(
                new Row(id, clock().millis(), token, stamped, bound(request, holderMillis, stamped), expiry(request)));
    }

    /** Takes an id if its row is still as it was seen, and free; null if not. */
    @Nullable
    Row take(WorkerRequest request, long holderMillis, Row seen, String token) {
        Header known = header;
        Row row = rows.get(seen.id);
        if (known == null || row == null) {
            return null;
        }
        requireLayout(request, known);
        if (row.fence != seen.fence || row.reservedUntil != seen.reservedUntil || row.expiresAt > clock().millis()) {
            return repeated(row, token);
        }
        requireNear(holderMillis + request.reservation().toMillis(), limit(request), "the holder's clock");
        requireNear(row.reservedUntil, limit(request), "what the last holder reserved");
        long stamped = has(Flaw.NO_STAMP) ? Long.MIN_VALUE : row.reservedUntil;
        return put(new Row(
                row.id,
                row.fence + 1,
                token,
                stamped,
                bound(request, holderMillis, row.reservedUntil),
                expiry(request)));
    }

    /** Moves the bound on, never back: calls may arrive out of order. */
    Row renew(WorkerRequest request, int id, List<String> tokens, String next, long confirmed, long target) {
        Row row = rows.get(id);
        if (row == null || !tokens.contains(row.token)) {
            throw new LeaseLostException("worker id " + id + " is another's by now");
        }
        if (row.reservedUntil < confirmed) {
            throw new StoreRegressedException("worker id " + id + " has a bound of " + row.reservedUntil + ", but "
                    + confirmed + " was confirmed");
        }
        Header known = header;
        if (known != null && !known.layout.equals(request.fingerprint()) && !has(Flaw.ANY_LAYOUT)) {
            throw new LeaseLostException("the namespace was made anew with the layout " + known.layout);
        }
        requireNear(target, limit(request), "a bound");
        return put(new Row(
                id,
                row.fence,
                has(Flaw.SAME_TOKEN) ? row.token : next,
                row.stampedUntil,
                Math.max(row.reservedUntil, target),
                expiry(request)));
    }

    /** Frees an id; does nothing if it is another's. */
    boolean release(int id, List<String> tokens, long stampedUntil) {
        Row row = rows.get(id);
        if (row == null || !tokens.contains(row.token)) {
            return false;
        }
        put(new Row(id, row.fence + 1, "", row.stampedUntil, stampedUntil, Long.MIN_VALUE));
        return true;
    }

    /** What a take that was carried out answers when it comes again; null if it was another's. */
    private @Nullable Row repeated(Row row, String token) {
        if (!row.token.equals(token)) {
            return null;
        }
        return has(Flaw.REPEAT_WITHOUT_STAMP)
                ? new Row(row.id, row.fence, token, Long.MIN_VALUE, row.reservedUntil, row.expiresAt)
                : row;
    }

    private Row put(Row row) {
        rows.put(row.id, row);
        return row;
    }

    /** A reservation ahead of clock and predecessor, or less where that were too far ahead of this clock. */
    private long bound(WorkerRequest request, long holderMillis, long stamped) {
        long wanted = Math.max(holderMillis, stamped) + request.reservation().toMillis();
        return has(Flaw.NO_LIMIT) ? wanted : Math.min(wanted, limit(request));
    }

    /** Above which no bound is put. */
    private long limit(WorkerRequest request) {
        return clock().millis()
                + world.plan().maxAhead().toMillis()
                + request.reservation().toMillis();
    }

    private long expiry(WorkerRequest request) {
        return clock().millis() + request.reservation().toMillis();
    }

    private void requireNear(long time, long limit, String what) {
        if (time > limit && !has(Flaw.NO_LIMIT)) {
            throw new BackendException(
                    what + " is " + (time - limit) + " ms further ahead of the store's clock than allowed");
        }
    }

    private void requireLayout(WorkerRequest request, Header known) {
        if (!known.layout.equals(request.fingerprint()) && !has(Flaw.ANY_LAYOUT)) {
            throw new ConfigException("the namespace has the layout " + known.layout);
        }
    }

    private boolean has(Flaw flaw) {
        return flaws.contains(flaw);
    }
}
