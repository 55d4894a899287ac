package io.distid.testkit.simulation;

import io.distid.BackendException;
import io.distid.IdsExhaustedException;
import io.distid.testkit.simulation.LeaseRecordStore.Row;
import io.distid.testkit.simulation.LeaseRecordStore.Snapshot;
import io.distid.worker.LeaseToken;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One process's way to the {@link LeaseRecordStore}. */
final class LeaseRecordWorkerIds implements WorkerIds {
    private static final int MOST_TRIES = 3;

    private final SimulatedProcess process;
    private final LeaseRecordStore store;
    private final boolean lossGoesOn;

    LeaseRecordWorkerIds(SimulatedProcess process, LeaseRecordStore store, boolean lossGoesOn) {
        this.process = process;
        this.store = store;
        this.lossGoesOn = lossGoesOn;
    }

    @Override
    public WorkerLease acquire(WorkerRequest request) {
        Snapshot seen = call("read ids", store::read);
        if (seen.header() == null) {
            call("make the namespace", () -> store.make(request));
        }
        List<Integer> free = new ArrayList<>();
        for (int id = request.firstId(); id <= request.lastId(); id++) {
            Row row = seen.rows().get(id);
            if (row == null || row.expiresAt() <= seen.now()) {
                free.add(id);
            }
        }
        while (!free.isEmpty()) {
            int preferred = free.indexOf(request.preferredId().orElse(-1));
            int id = free.remove(
                    preferred >= 0 ? preferred : process.world().random().nextInt(free.size()));
            LeaseToken token = new LeaseToken();
            Row taken = take(request, id, seen.rows().get(id), token);
            if (taken != null) {
                RenewedLease lease = RenewedLease.start(
                        request,
                        id,
                        taken.stampedUntil(),
                        taken.reservedUntil(),
                        new LeaseRecordBackend(process, store, request, id, token, taken.reservedUntil()));
                return lossGoesOn ? new LeaseWithoutLoss(lease) : lease;
            }
        }
        throw new IdsExhaustedException("all worker ids are held");
    }

    @Override
    public void close() {
        // Holds nothing.
    }

    /** Repeats what was not answered: the store knows a repeat by its token. */
    private @Nullable Row take(WorkerRequest request, int id, @Nullable Row seen, LeaseToken token) {
        for (int tries = 1; ; tries++) {
            try {
                long now = request.clock().millis();
                return call(
                        "take id " + id,
                        () -> seen == null
                                ? store.takeNew(request, now, id, token.current())
                                : store.take(request, now, seen, token.current()));
            } catch (BackendException e) {
                if (tries == MOST_TRIES) {
                    throw e;
                }
            }
        }
    }

    private <T extends @Nullable Object> T call(String what, Network.Step<T, RuntimeException> step) {
        return process.world().network().call(process, what, step);
    }
}
