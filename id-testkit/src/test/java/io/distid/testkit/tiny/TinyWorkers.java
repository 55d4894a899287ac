package io.distid.testkit.tiny;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.IdsExhaustedException;
import io.distid.StoreRegressedException;
import io.distid.internal.lease.LeaseToken;
import io.distid.testkit.tiny.TinyWorkersProvider.Defect;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Properties;
import java.util.StringJoiner;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Slots on a tiny server: a slot whose bound has passed, or that was released, is free. */
final class TinyWorkers implements WorkerIds {
    static final Duration MAX_AHEAD = Duration.ofSeconds(1);
    private static final Map<String, String> LAYOUTS = new ConcurrentHashMap<>();

    private final TinyClient client;
    private final Defect defect;
    /** The least bound that each slot can have, as far as this object knows. */
    private final Map<TinyLeaseRecord, Long> seen = new ConcurrentHashMap<>();

    private final AtomicInteger acquires = new AtomicInteger();

    /** A slot that was granted. */
    private record Grant(TinyLeaseRecord slot, long stamped, long until) {}

    TinyWorkers(TinyClient client, Defect defect) {
        this.client = client;
        this.defect = defect;
    }

    @Override
    public boolean isDurable() {
        return true;
    }

    @Override
    public WorkerLease acquire(WorkerRequest request) {
        int acquire = acquires.incrementAndGet();
        if (defect == Defect.GRANTS_HELD_AFTER_STALLS && (acquire == 2 || acquire == 3)) {
            standStill(MAX_AHEAD.plus(request.reservation()));
        }
        LeaseToken token = new LeaseToken();
        // Before the store is asked for its time: whoever is paused between the two is not ahead of it.
        long clock = request.clock().millis();
        Grant grant = client.change(data -> grant(data, request, token, clock));
        seen.put(grant.slot(), grant.until());
        TinyLeaseBackend hold = new TinyLeaseBackend(client, grant.slot(), token, request, grant.until(), seen, defect);
        RenewedLease lease = RenewedLease.start(
                defect == Defect.NEVER_RENEWS ? request.withRenewer(never -> {}) : request,
                grant.slot().id(),
                grant.stamped(),
                grant.until(),
                hold);
        return defect == Defect.NONE ? lease : new DefectiveLease(lease, hold, defect);
    }

    /** As a machine without a free core, for longer than any lease that was granted before. */
    private static void standStill(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() < end) {
            LockSupport.parkNanos(end - System.nanoTime());
        }
    }

    private Grant grant(Properties data, WorkerRequest request, LeaseToken token, long clock) {
        long now = System.currentTimeMillis();
        long reservation = request.reservation().toMillis();
        long floor = now + MAX_AHEAD.toMillis() + reservation;
        if (clock > now + MAX_AHEAD.toMillis() && defect != Defect.TRUSTS_CLOCKS) {
            throw new ConfigException("the clock of " + request.holder() + " is too far ahead of the store");
        }
        TinySpace space = new TinySpace(defect == Defect.ONE_NAMESPACE ? "all" : request.namespace());
        if (space.exists(data)) {
            refuseOtherLayout(data, space, request);
        } else {
            space.make(data, request.fingerprint(), first(floor, now, request));
            LAYOUTS.put(space.name(), request.fingerprint());
        }
        Grant before = grantedBefore(data, space, request, token);
        if (before != null) {
            return before;
        }
        TinyLeaseRecord slot = space.slot(free(data, space, request));
        long stamped;
        long until;
        if (slot.exists(data)) {
            stamped = defect == Defect.FORGETS_STAMPS ? Long.MIN_VALUE : slot.until(data);
            if (stamped < seen.getOrDefault(slot, Long.MIN_VALUE) && defect != Defect.FORGETS_STAMPS) {
                TinyLeaseBackend.raise(client, slot, seen.get(slot), defect);
                throw new StoreRegressedException("slot " + slot + " was at " + seen.get(slot) + ", is at " + stamped);
            }
            if (stamped > floor) {
                throw new BackendException("slot " + slot + " is reserved until " + Instant.ofEpochMilli(stamped)
                        + ", by a holder with a longer reservation");
            }
            long wanted = Math.max(request.clock().millis(), stamped) + reservation;
            until = Math.max(stamped, defect == Defect.TRUSTS_CLOCKS ? wanted : Math.min(wanted, floor));
        } else {
            boolean lost = space.hasLostRecords(data) && defect != Defect.TRUSTS_A_MISSING_RECORD;
            stamped = lost ? first(floor, now, request) : space.floor(data);
            until = Math.max(
                    stamped,
                    defect == Defect.TRUSTS_CLOCKS ? Math.max(request.clock().millis(), now) + reservation : stamped);
            space.countFirstGrant(data);
        }
        slot.take(data, token.current(), request, stamped, until);
        return new Grant(slot, stamped, until);
    }

    /** What a request was granted whose answer was lost. */
    private @Nullable Grant grantedBefore(Properties data, TinySpace space, WorkerRequest request, LeaseToken token) {
        for (int id = request.firstId(); id <= request.lastId(); id++) {
            TinyLeaseRecord slot = space.slot(id);
            if (slot.exists(data) && slot.isHeldBy(data, token)) {
                return switch (defect) {
                    case FORGETS_THE_STAMP_OF_A_REPEAT -> new Grant(slot, Long.MIN_VALUE, slot.until(data));
                    default -> new Grant(slot, slot.began(data), slot.until(data));
                };
            }
        }
        return null;
    }

    private long first(long floor, long now, WorkerRequest request) {
        return switch (defect) {
            case BEGINS_AT_ONCE -> now - 1;
            case BEGINS_A_RESERVATION_AHEAD -> now + request.reservation().toMillis() / 2;
            default -> floor;
        };
    }

    private int free(Properties data, TinySpace space, WorkerRequest request) {
        StringJoiner holders = new StringJoiner(", ");
        for (int id : candidates(request)) {
            TinyLeaseRecord slot = space.slot(id);
            if (!slot.isHeld(data)) {
                return id;
            }
            holders.add(id + " by " + slot.holder(data));
        }
        if (defect == Defect.GRANTS_HELD || defect == Defect.GRANTS_HELD_AFTER_STALLS) {
            return 0;
        }
        throw new IdsExhaustedException("namespace " + request.namespace() + ": all ids from " + request.firstId()
                + " to " + request.lastId() + " are held" + (defect == Defect.HIDES_HOLDERS ? "" : ": " + holders));
    }

    private int[] candidates(WorkerRequest request) {
        IntStream all =
                IntStream.rangeClosed(defect == Defect.STARTS_AT_ZERO ? 0 : request.firstId(), request.lastId());
        return request.preferredId().isEmpty() || defect == Defect.IGNORES_PREFERENCE
                ? all.toArray()
                : IntStream.concat(IntStream.of(request.preferredId().getAsInt()), all)
                        .distinct()
                        .toArray();
    }

    private void refuseOtherLayout(Properties data, TinySpace space, WorkerRequest request) {
        String layout = switch (defect) {
            case IGNORES_LAYOUT -> request.fingerprint();
            case IGNORES_LAYOUT_OF_THE_GONE ->
                IntStream.rangeClosed(0, request.lastId())
                                .anyMatch(id -> space.slot(id).isHeld(data))
                        ? space.layout(data)
                        : request.fingerprint();
            case KEEPS_LAYOUT_IN_THE_PROCESS -> LAYOUTS.getOrDefault(space.name(), request.fingerprint());
            default -> space.layout(data);
        };
        if (!layout.equals(request.fingerprint())) {
            throw new ConfigException("namespace " + request.namespace() + " is in use with layout \"" + layout
                    + "\", not \"" + request.fingerprint() + "\"");
        }
    }

    @Override
    public Duration firstStart(WorkerRequest request) {
        boolean exists = client.change(new TinySpace(request.namespace())::exists);
        return exists || defect == Defect.HIDES_ITS_FIRST_START ? Duration.ZERO : MAX_AHEAD.plus(request.reservation());
    }

    @Override
    public void close() {
        client.close();
    }
}
