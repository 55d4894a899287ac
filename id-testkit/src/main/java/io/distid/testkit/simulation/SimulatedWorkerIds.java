package io.distid.testkit.simulation;

import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The worker ids of one process, as its generator sees them, and the renewals of the lease. A thread would make these; here they
 * happen in virtual time. Not safe for use by several threads: a world runs on one.
 */
public final class SimulatedWorkerIds implements WorkerIds {
    private static final String STORED_NAMESPACE = "simulation";
    private static final AtomicLong OPENED = new AtomicLong();

    private final SimulatedProcess process;
    private final WorkerIds source;
    private final String namespace;
    private @Nullable RenewedLease renewed;
    private @Nullable WorkerLease lease;
    private boolean done;
    private boolean renewing;
    private int attempts;
    private int holder = -1;

    private SimulatedWorkerIds(SimulatedProcess process, WorkerIds source) {
        this.process = process;
        this.source = source;
        this.namespace = STORED_NAMESPACE + "-" + OPENED.incrementAndGet();
    }

    /**
     * Opens the way of a process to the store of its world.
     *
     * @param process the process
     * @return the worker ids for one generator
     */
    public static SimulatedWorkerIds open(SimulatedProcess process) {
        return new SimulatedWorkerIds(process, process.world().store().open(process));
    }

    /**
     * The namespace that the process must ask with. Each process has its own: all nodes run in one JVM, which refuses a second generator on
     * one worker id. The store is asked with one namespace for all.
     *
     * @return a different namespace each time
     */
    public String namespace() {
        return namespace;
    }

    /** {@inheritDoc} */
    @Override
    public WorkerLease acquire(WorkerRequest request) {
        Plan plan = process.world().plan();
        int lastId = process.world().store().lastId(plan);
        WorkerRequest asked = request.withNamespace(STORED_NAMESPACE)
                .withIds(0, lastId)
                // Without a preferred id a source chooses by its own random numbers, and no world could be repeated.
                .withPreferredId(process.world().random().nextInt(lastId + 1))
                .withHolder(process.name())
                .withRenewer(this::renew);
        WorkerLease granted = source.acquire(asked);
        lease = granted;
        process.world()
                .trace(
                        "%s holds id %d after %d until %d",
                        process.name(), granted.workerId(), granted.stampedUntil(), granted.reservedUntil());
        return granted;
    }

    /**
     * The lease that was granted.
     *
     * @return the lease
     */
    public WorkerLease lease() {
        WorkerLease granted = lease;
        if (granted == null) {
            throw new IllegalStateException("nothing was granted");
        }
        return granted;
    }

    /** Ends the renewals, as the generator does before it gives its worker id back. */
    public void endRenewals() {
        done = true;
    }

    /** Ends the renewals, and closes the way to the store. */
    @Override
    public void close() {
        done = true;
        source.close();
    }

    /** Whether a renewal is under way, so that a release would overlap with it. */
    boolean renewing() {
        return renewing;
    }

    /** Sets the judge's number of the holder. */
    void holder(int number) {
        holder = number;
    }

    /** Starts the renewals of a copied process. */
    void resumeIn(long nanos) {
        if (renewed != null && !done) {
            renewLater(nanos);
        }
    }

    private void renew(RenewedLease started) {
        renewed = started;
        renewLater(process.world().plan().reservation().toNanos() / 3);
    }

    private void renewLater(long nanos) {
        process.world().in(nanos, () -> {
            RenewedLease mine = renewed;
            if (mine == null || !process.alive() || done || mine.health().lost()) {
                return;
            }
            if (!process.running()) {
                renewLater(process.pausedUntil() - process.world().now());
                return;
            }
            renewing = true;
            boolean moved = false;
            try {
                // In turn as the source renews one lease, and as it renews several.
                moved = attempts++ % 2 == 0 ? mine.renew() : mine.renewAsBatch();
                judge(mine, moved);
            } catch (SimulatedProcess.Crash crash) {
                process.world().trace("%s crashed while it renewed", process.name());
            } finally {
                renewing = false;
            }
            if (process.alive()) {
                renewLater(nanosToNext(moved));
            }
        });
    }

    private void judge(RenewedLease mine, boolean moved) {
        if (!process.alive()) {
            return;
        }
        if (moved) {
            process.world().statistics().count(Statistics.What.RENEWED);
            process.world().judge().renewed(holder, process.lastStep());
        } else if (mine.health().lost()) {
            process.world().statistics().count(Statistics.What.LOSS_NOTICED);
            process.world().trace("%s lost id %d: %s", process.name(), mine.workerId(), mine.failure());
        } else {
            process.world().trace("%s could not renew: %s", process.name(), mine.failure());
        }
    }

    private long nanosToNext(boolean moved) {
        long third = process.world().plan().reservation().toNanos() / 3;
        // A generator that needs a tick beyond the bound brings a renewal forward; here chance does so.
        return moved && !process.world().oneIn(4)
                ? third
                : 1 + process.world().random().nextLong(third);
    }
}
