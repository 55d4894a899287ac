package io.distid.testkit.tiny;

import io.distid.ConfigException;
import io.distid.IdsExhaustedException;
import io.distid.spi.WorkerIds;
import io.distid.spi.WorkerLease;
import io.distid.spi.WorkerRequest;
import io.distid.testkit.tiny.TinyWorkersProvider.Defect;
import java.util.Properties;
import java.util.StringJoiner;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Slots in a file: a slot whose reservation is over, or that was released, is free. */
final class TinyWorkers implements WorkerIds {
    private static final long MOST_AHEAD = 600_000;

    private final TinyServer server;
    private final Defect defect;
    private final ScheduledExecutorService renewals = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "tiny-renewals");
        thread.setDaemon(true);
        return thread;
    });

    TinyWorkers(TinyServer server, Defect defect) {
        this.server = server;
        this.defect = defect;
    }

    @Override
    public WorkerLease acquire(WorkerRequest request) {
        TinyLease lease = server.change(data -> grant(data, request));
        long period = Math.max(1, request.reservation().toMillis() / 3);
        if (defect != Defect.NEVER_RENEWS) {
            renewals.scheduleAtFixedRate(lease::renew, period, period, TimeUnit.MILLISECONDS);
        }
        return lease;
    }

    private TinyLease grant(Properties data, WorkerRequest request) {
        long until = request.clock().millis() + request.reservation().toMillis();
        if (until > System.currentTimeMillis() + MOST_AHEAD && defect != Defect.TRUSTS_CLOCKS) {
            throw new ConfigException("a reservation until " + until + " is too far ahead of the store");
        }
        String space = defect == Defect.ONE_NAMESPACE ? "all" : request.namespace();
        StringJoiner holders = new StringJoiner(", ");
        int free = -1;
        for (int id : candidates(request)) {
            TinySlot slot = new TinySlot(space, id);
            if (!slot.isHeld(data)) {
                free = free < 0 ? id : free;
            } else {
                refuseOtherLayout(slot.layout(data), request);
                holders.add(id + " by " + slot.holder(data));
            }
        }
        if (free < 0 && defect == Defect.GRANTS_HELD) {
            free = 0;
        }
        if (free < 0) {
            throw new IdsExhaustedException("namespace " + request.namespace() + ": all ids from 0 to "
                    + request.lastId() + " are held" + (defect == Defect.HIDES_HOLDERS ? "" : ": " + holders));
        }
        TinySlot slot = new TinySlot(space, free);
        long stamped = defect == Defect.FORGETS_STAMPS ? Long.MIN_VALUE : slot.stamped(data);
        String token = UUID.randomUUID().toString();
        slot.take(data, token, request, until);
        return new TinyLease(server, slot, token, request, stamped, until, defect);
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

    private void refuseOtherLayout(String layout, WorkerRequest request) {
        if (!layout.equals(request.fingerprint()) && defect != Defect.IGNORES_LAYOUT) {
            throw new ConfigException("namespace " + request.namespace() + " is in use with layout \"" + layout
                    + "\", not \"" + request.fingerprint() + "\"");
        }
    }

    @Override
    public void close() {
        renewals.shutdownNow();
    }
}
