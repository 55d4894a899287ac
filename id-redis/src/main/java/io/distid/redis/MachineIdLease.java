package io.distid.redis;

import io.distid.IdException;
import io.distid.spi.LeaseHealth;
import io.distid.spi.WorkerLease;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** An id of a set: held until it is freed, without a bound on ticks and without renewal. */
final class MachineIdLease implements WorkerLease {
    private final int id;
    private final Instant taken;
    private final long stampedUntil;
    private final LongConsumer free;
    private final AtomicBoolean released = new AtomicBoolean();

    /** An id whose release is told with the last stamp, once. */
    MachineIdLease(int id, Instant taken, long stampedUntil, LongConsumer free) {
        this.id = id;
        this.taken = taken;
        this.stampedUntil = stampedUntil;
        this.free = free;
    }

    @Override
    public int workerId() {
        return id;
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
        return new LeaseHealth(id, Instant.MAX, taken, 0, false);
    }

    @Override
    public void onLoss(Runnable listener) {
        // Nothing expires, so nothing is lost.
    }

    @Override
    public void release(long lastStamp) {
        if (released.compareAndSet(false, true)) {
            // A lease that is merely closed does not say what it stamped: all up to now.
            long stamped = lastStamp == reservedUntil() ? System.currentTimeMillis() : lastStamp;
            free.accept(Math.max(stamped, stampedUntil));
        }
    }
}
