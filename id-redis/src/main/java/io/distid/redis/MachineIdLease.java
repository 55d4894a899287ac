package io.distid.redis;

import io.distid.IdException;
import io.distid.spi.LeaseHealth;
import io.distid.spi.WorkerLease;
import io.distid.spi.WorkerRequest;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** An id of a set without a file: held until it is freed, without a bound on ticks and without renewal. */
final class MachineIdLease implements WorkerLease {
    private final RedisSetWorkerIds.Taken taken;
    private final MachineIdSet set;
    private final String namespace;
    private final InstantSource clock;
    private final Instant since;
    private final long stampedUntil;
    private final AtomicBoolean released = new AtomicBoolean();

    MachineIdLease(RedisSetWorkerIds.Taken taken, MachineIdSet set, WorkerRequest request, long stampedUntil) {
        this.taken = taken;
        this.set = set;
        this.namespace = request.namespace();
        this.clock = request.clock();
        this.since = clock.instant();
        this.stampedUntil = stampedUntil;
    }

    @Override
    public int workerId() {
        return taken.id();
    }

    @Override
    public long stampedUntil() {
        return stampedUntil;
    }

    @Override
    public long reservedUntil() {
        return NONE.reservedUntil();
    }

    @Override
    public @Nullable IdException failure() {
        return null;
    }

    @Override
    public LeaseHealth health() {
        return new LeaseHealth(taken.id(), Instant.MAX, since, 0, false);
    }

    @Override
    public void onLoss(Runnable listener) {
        // Nothing expires, so nothing is lost.
    }

    @Override
    public void release(long lastStamp) {
        if (released.compareAndSet(false, true)) {
            // A lease that is merely closed does not say what it stamped: all up to now.
            long stamped = lastStamp == reservedUntil() ? clock.millis() : lastStamp;
            set.free(namespace, taken.id(), taken.token(), Math.max(stamped, stampedUntil));
        }
    }
}
