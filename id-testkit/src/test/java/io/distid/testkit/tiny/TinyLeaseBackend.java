package io.distid.testkit.tiny;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.LeaseLostException;
import io.distid.StoreRegressedException;
import io.distid.internal.lease.LeaseToken;
import io.distid.testkit.tiny.TinyWorkersProvider.Defect;
import io.distid.worker.LeaseBackend;
import io.distid.worker.WorkerRequest;
import java.util.Map;
import java.util.Properties;

/** One slot, held. */
final class TinyLeaseBackend implements LeaseBackend {
    private final TinyClient client;
    private final TinyLeaseRecord slot;
    private final LeaseToken token;
    private final WorkerRequest request;
    private final Map<TinyLeaseRecord, Long> seen;
    private final Defect defect;
    private long confirmed;

    TinyLeaseBackend(
            TinyClient client,
            TinyLeaseRecord slot,
            LeaseToken token,
            WorkerRequest request,
            long confirmed,
            Map<TinyLeaseRecord, Long> seen,
            Defect defect) {
        this.client = client;
        this.slot = slot;
        this.token = token;
        this.request = request;
        this.confirmed = confirmed;
        this.seen = seen;
        this.defect = defect;
    }

    @Override
    public void renew(long until) {
        String next = defect == Defect.KEEPS_ITS_TOKEN ? token.current() : token.next();
        try {
            client.change(data -> {
                moveOn(data, next, until);
                return true;
            });
        } catch (BackendException e) {
            if (defect == Defect.HIDES_OUTAGE) {
                return;
            }
            throw e;
        }
        token.confirmed(next);
        confirmed = until;
        seen.put(slot, until);
    }

    private void moveOn(Properties data, String next, long until) {
        if (!slot.exists(data) && defect == Defect.RENEWS_WHAT_IS_GONE) {
            slot.take(data, next, request, confirmed, until);
            return;
        }
        if (!slot.exists(data) || !slot.isHeldBy(data, token) && defect != Defect.RENEWS_STALE) {
            throw new LeaseLostException("worker id " + slot.id() + " has another holder");
        }
        if (defect == Defect.TAKES_A_REPEATED_RENEWAL_FOR_A_STRANGERS && !slot.isHeldNow(data, token)) {
            throw new LeaseLostException("worker id " + slot.id() + " has another holder");
        }
        if (slot.until(data) < confirmed && defect != Defect.RENEWS_STALE) {
            raise(client, slot, confirmed, defect);
            throw new StoreRegressedException("slot " + slot + " was at " + confirmed);
        }
        if (until
                > System.currentTimeMillis()
                        + TinyWorkers.MAX_AHEAD.toMillis()
                        + request.reservation().toMillis()) {
            throw new ConfigException("a bound of " + until + " is too far ahead of the store");
        }
        slot.moveOn(data, next, until);
    }

    /** Frees a slot that went back; the change during which that is seen fails, and writes nothing. */
    static void raise(TinyClient client, TinyLeaseRecord slot, long bound, Defect defect) {
        if (defect != Defect.LEAVES_A_LOST_BOUND) {
            client.change(data -> {
                slot.raise(data, bound);
                return true;
            });
        }
    }

    @Override
    public void release(long stamped) {
        if (defect != Defect.ALARMS_AFTER_A_LOST_RELEASE) {
            // Before it is asked for: it may be carried out, and its answer lost.
            seen.put(slot, stamped);
        }
        client.changeOnce(data -> {
            if (slot.exists(data) && slot.isHeldBy(data, token) || defect == Defect.RELEASES_OTHERS) {
                slot.release(data, Math.max(stamped, slot.began(data)));
            }
            return true;
        });
        seen.put(slot, stamped);
    }
}
