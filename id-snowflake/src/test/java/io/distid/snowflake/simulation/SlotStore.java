package io.distid.snowflake.simulation;

import io.distid.BackendException;
import io.distid.LeaseLostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Worker ids as a store keeps them: a row each, moved by one atomic statement each, as on the real servers. It has a clock of
 * its own, no better than the others.
 */
final class SlotStore {
    private final World world;
    private final HardwareClock clock;
    private final boolean forgetful;
    private final List<Row> rows = new ArrayList<>();

    /** A row as it stands: how often it changed hands, what is reserved, and until when it is held by the store's clock. */
    record Row(int id, long fence, long reservedUntil, long expiresAt) {}

    /** All rows, and the store's time. */
    record Snapshot(List<Row> rows, long now) {}

    /** One holding of one id; the bound is what was durable last. */
    static final class Grant {
        final int id;
        final long fence;
        final long stampedUntil;
        long reservedUntil;

        Grant(int id, long fence, long stampedUntil, long reservedUntil) {
            this.id = id;
            this.fence = fence;
            this.stampedUntil = stampedUntil;
            this.reservedUntil = reservedUntil;
        }
    }

    /**
     * A store in which nobody has been yet.
     *
     * @param forgetful whether it does not tell a new holder how far the last one had reserved: a negative control
     */
    SlotStore(World world, boolean forgetful) {
        this.world = world;
        this.clock = new HardwareClock(world);
        this.forgetful = forgetful;
        for (int id = 0; id < world.plan.pool(); id++) {
            rows.add(new Row(id, 0, Long.MIN_VALUE, Long.MIN_VALUE));
        }
    }

    HardwareClock clock() {
        return clock;
    }

    Snapshot read() {
        return new Snapshot(List.copyOf(rows), clock.millis());
    }

    /** Takes an id if it is still as it was seen, and free. */
    Optional<Grant> take(Row seen, long target, long term) {
        long now = requireNear(target);
        Row row = rows.get(seen.id);
        if (row.fence != seen.fence || row.reservedUntil != seen.reservedUntil || row.expiresAt > now) {
            return Optional.empty();
        }
        if (row.reservedUntil != Long.MIN_VALUE) {
            world.statistics.count(Statistics.What.TAKEN_OVER);
        }
        long stampedUntil = forgetful ? Long.MIN_VALUE : row.reservedUntil;
        rows.set(row.id, new Row(row.id, row.fence + 1, target, now + term));
        return Optional.of(new Grant(row.id, row.fence + 1, stampedUntil, target));
    }

    /** Moves the bound on, never back: calls may arrive out of order. */
    Boolean renew(Grant grant, long target, long term) {
        long now = requireNear(target);
        Row row = held(grant);
        grant.reservedUntil = Math.max(row.reservedUntil, target);
        rows.set(row.id, new Row(row.id, row.fence, grant.reservedUntil, now + term));
        world.statistics.count(Statistics.What.RENEWED);
        return true;
    }

    /** Frees an id; does nothing if it is another's. */
    Boolean release(Grant grant, long stampedUntil) {
        Row row = rows.get(grant.id);
        if (row.fence != grant.fence) {
            return false;
        }
        rows.set(row.id, new Row(row.id, row.fence + 1, stampedUntil, Long.MIN_VALUE));
        return true;
    }

    private Row held(Grant grant) {
        Row row = rows.get(grant.id);
        if (row.fence != grant.fence) {
            throw new LeaseLostException("worker id " + grant.id + " is another's by now");
        }
        return row;
    }

    private long requireNear(long target) {
        long now = clock.millis();
        if (target - now > world.plan.maxAheadMillis()) {
            throw new BackendException("a bound " + (target - now) + " ms ahead of the store's clock is refused");
        }
        return now;
    }
}
