package io.distid.snowflake.simulation;

import io.distid.IdsExhaustedException;
import io.distid.snowflake.simulation.SlotStore.Grant;
import io.distid.snowflake.simulation.SlotStore.Row;
import io.distid.snowflake.simulation.SlotStore.Snapshot;
import io.distid.spi.LeaseHold;
import io.distid.spi.RenewedLease;
import io.distid.spi.WorkerIds;
import io.distid.spi.WorkerLease;
import io.distid.spi.WorkerRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One process's way to the {@link SlotStore}, and the renewals that the real lease would make on a thread. */
final class SlotWorkerIds implements WorkerIds {
    private final Life life;
    private final Network network;
    private final SlotStore store;
    private @Nullable Grant grant;
    private boolean done;

    SlotWorkerIds(Life life, Network network, SlotStore store) {
        this.life = life;
        this.network = network;
        this.store = store;
    }

    @Override
    public WorkerLease acquire(WorkerRequest request) {
        long term = request.reservation().toMillis();
        Snapshot seen = network.call(life, "read ids", store::read);
        List<Row> free = new ArrayList<>(seen.rows());
        free.removeIf(row -> row.expiresAt() > seen.now());
        while (!free.isEmpty()) {
            Row row = free.remove(life.world.random.nextInt(free.size()));
            long bound = RenewedLease.firstBound(request, row.reservedUntil());
            Optional<Grant> taken = network.call(life, "take id " + row.id(), () -> store.take(row, bound, term));
            if (taken.isPresent()) {
                return held(request, taken.get(), bound);
            }
        }
        throw new IdsExhaustedException("all worker ids are held");
    }

    /** What was granted, for the ledger to judge by. */
    Grant grant() {
        if (grant == null) {
            throw new AssertionError("nothing was granted");
        }
        return grant;
    }

    /** Ends the renewals. */
    @Override
    public void close() {
        done = true;
    }

    private WorkerLease held(WorkerRequest request, Grant taken, long bound) {
        grant = taken;
        long term = request.reservation().toMillis();
        life.world.trace("%s holds id %d after %d until %d", life.name, taken.id, taken.stampedUntil, bound);
        RenewedLease lease = new RenewedLease(request, taken.id, taken.stampedUntil, bound, new LeaseHold() {
            @Override
            public void renew(long reservedUntil) {
                network.call(life, "renew id " + taken.id, () -> store.renew(taken, reservedUntil, term));
            }

            @Override
            public void release(long stampedUntil) {
                network.call(life, "release id " + taken.id, () -> store.release(taken, stampedUntil));
            }
        });
        renewLater(lease, request.reservation().toNanos() / 3);
        return lease;
    }

    private void renewLater(RenewedLease lease, long nanos) {
        life.world.in(nanos, () -> {
            if (!life.alive() || done || lease.health().lost()) {
                return;
            }
            if (!life.running()) {
                renewLater(lease, life.pausedUntil() - life.world.now());
                return;
            }
            try {
                boolean renewed = lease.renew();
                long third = lease.health().lost() ? 0 : nanosToNext(renewed);
                renewLater(lease, third);
            } catch (Life.Crash crash) {
                life.world.trace("%s crashed while it renewed", life.name);
            }
        });
    }

    private long nanosToNext(boolean renewed) {
        long third = life.world.plan.reservation().toNanos() / 3;
        // A tick beyond the bound that is wanted brings a renewal forward; here it is left to chance.
        return renewed && !life.world.oneIn(4) ? third : 1 + life.world.random.nextLong(third);
    }
}
