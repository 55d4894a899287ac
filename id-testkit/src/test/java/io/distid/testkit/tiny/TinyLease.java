package io.distid.testkit.tiny;

import io.distid.BackendException;
import io.distid.IdException;
import io.distid.LeaseLostException;
import io.distid.spi.LeaseHealth;
import io.distid.spi.WorkerLease;
import io.distid.spi.WorkerRequest;
import io.distid.testkit.tiny.TinyWorkersProvider.Defect;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One slot, held. */
final class TinyLease implements WorkerLease {
    private final TinyServer server;
    private final TinySlot slot;
    private final String token;
    private final WorkerRequest request;
    private final long stampedUntil;
    private final Defect defect;
    private final List<Runnable> listeners = new ArrayList<>();
    private volatile long reservedUntil;
    private volatile @Nullable IdException failure;
    private volatile long failed;
    private volatile long renewed;
    private volatile boolean released;

    TinyLease(
            TinyServer server,
            TinySlot slot,
            String token,
            WorkerRequest request,
            long stampedUntil,
            long reservedUntil,
            Defect defect) {
        this.server = server;
        this.slot = slot;
        this.token = token;
        this.request = request;
        this.stampedUntil = stampedUntil;
        this.reservedUntil = reservedUntil;
        this.defect = defect;
        renewed = request.clock().millis();
    }

    void renew() {
        if (released || isLost()) {
            return;
        }
        long until = request.clock().millis() + request.reservation().toMillis();
        try {
            boolean mine = server.change(data -> {
                boolean held = slot.isHeldWith(data, token) || defect == Defect.RENEWS_STALE;
                if (held) {
                    slot.moveOn(data, until);
                }
                return held;
            });
            if (mine) {
                reservedUntil = until;
                renewed = request.clock().millis();
                failure = null;
            } else {
                lose();
            }
        } catch (BackendException e) {
            if (defect != Defect.HIDES_OUTAGE) {
                failure = e;
            }
            failed++;
        }
    }

    private void lose() {
        List<Runnable> told;
        synchronized (listeners) {
            failure = new LeaseLostException("worker id " + slot.id() + " has another holder");
            told = List.copyOf(listeners);
        }
        told.forEach(Runnable::run);
    }

    private boolean isLost() {
        return failure instanceof LeaseLostException;
    }

    @Override
    public int workerId() {
        return slot.id();
    }

    @Override
    public long stampedUntil() {
        return stampedUntil;
    }

    @Override
    public long reservedUntil() {
        return reservedUntil;
    }

    @Override
    public @Nullable IdException failure() {
        return failure;
    }

    @Override
    public LeaseHealth health() {
        return new LeaseHealth(
                slot.id(), Instant.ofEpochMilli(reservedUntil), Instant.ofEpochMilli(renewed), failed, isLost());
    }

    @Override
    public void onLoss(Runnable listener) {
        synchronized (listeners) {
            if (!isLost()) {
                listeners.add(listener);
                return;
            }
        }
        listener.run();
    }

    @Override
    public void release(long stamped) {
        if (released && defect != Defect.RELEASES_OTHERS) {
            return;
        }
        released = true;
        server.change(data -> {
            if (slot.isHeldWith(data, token) || defect == Defect.RELEASES_OTHERS) {
                slot.release(data, stamped);
            }
            return true;
        });
    }
}
