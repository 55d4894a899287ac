package io.distid.testkit.simulation;

import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The worker ids of one process, as its generator sees them, and the renewals that the lease would make on a thread: those are made in
 * virtual time. Not safe for use by several threads: a world runs on one.
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
     * The way of a process to the store of its world.
     *
     * @param process the process
     * @return for one generator
     */
    public static SimulatedWorkerIds open(SimulatedProcess process) {
        return new SimulatedWorkerIds(process, process.world().store().open(process));
    }

    /**
     * The namespace that the process is to ask with: one of its own, since the nodes are one process here, in which a second generator on one
     * worker id is refused. The store is asked with one namespace for all.
     *
     * @return another one each time
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
                // Sources that have no preference draw by chance of their own, and no world would be the same again.
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
     * What was granted.
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

    /** Ends the renewals; what the generator does before it gives its worker id back. */
    public void endRenewals() {
        done = true;
    }

    /** Ends the renewals, and lets go of the store. */
    @Override
    public void close() {
        done = true;
        source.close();
    }

    /** Whether a renewal is under way, with which a release would overlap. */
    boolean renewing() {
        return renewing;
    }

    /** By which number the judge knows the holder. */
    void holder(int number) {
        holder = number;
    }

    /** A copy of a process renews by itself from now on. */
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
                // As the source renews one lease, and as it renews several.
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
        // A tick beyond the bound that is wanted brings a renewal forward; here it is left to chance.
        return moved && !process.world().oneIn(4)
                ? third
                : 1 + process.world().random().nextLong(third);
    }
}
