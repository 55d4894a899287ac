package io.distid.testkit.simulation;

import io.distid.worker.LeaseBackend;
import io.distid.worker.LeaseToken;
import io.distid.worker.WorkerRequest;
import java.util.List;

/** One holding of one id of a {@link LeaseRecordStore}. */
final class LeaseRecordBackend implements LeaseBackend {
    private final SimulatedProcess process;
    private final LeaseRecordStore store;
    private final WorkerRequest request;
    private final int id;
    private final LeaseToken token;
    private long confirmed;

    LeaseRecordBackend(
            SimulatedProcess process,
            LeaseRecordStore store,
            WorkerRequest request,
            int id,
            LeaseToken token,
            long confirmed) {
        this.process = process;
        this.store = store;
        this.request = request;
        this.id = id;
        this.token = token;
        this.confirmed = confirmed;
    }

    @Override
    public void renew(long reservedUntil) {
        String next = token.next();
        List<String> tokens = token.tokens();
        long known = confirmed;
        process.world()
                .network()
                .call(process, "renew id " + id, () -> store.renew(request, id, tokens, next, known, reservedUntil));
        token.confirmed(next);
        confirmed = reservedUntil;
    }

    @Override
    public void release(long stampedUntil) {
        List<String> tokens = token.tokens();
        process.world().network().call(process, "release id " + id, () -> store.release(id, tokens, stampedUntil));
    }
}
