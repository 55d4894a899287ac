package io.distid.testkit.tiny;

import io.distid.testkit.FaultableServer;
import io.distid.testkit.contract.WorkerIdsContract;
import io.distid.testkit.tiny.TinyWorkersProvider.Defect;
import io.distid.testservers.fault.ObjectCopier;
import io.distid.worker.WorkerLease;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Order;

/** The contract as the implementer of a source of worker ids meets it. */
@Order(1)
public class TinyWorkersTest extends WorkerIdsContract {
    private final TinyServer server = new TinyServer();
    private Defect defect = Defect.NONE;

    /** A broken source, for the test of the contract itself. */
    public static TinyWorkersTest broken(Defect defect) {
        TinyWorkersTest contract = new TinyWorkersTest();
        contract.defect = defect;
        return contract;
    }

    @AfterEach
    public void end() {
        server.close();
    }

    @Override
    protected String source() {
        return "tiny";
    }

    @Override
    protected FaultableServer server() {
        return server;
    }

    @Override
    protected Map<String, String> configThrough(InetSocketAddress address) {
        return TinyClient.config(address, defect);
    }

    @Override
    protected void wipe(String namespace) {
        server.change(new TinySpace(namespace)::wipe);
    }

    @Override
    protected void forget(String namespace, int workerId) {
        server.change(new TinyLeaseRecord(namespace, workerId)::forget);
    }

    @Override
    protected void setBack(String namespace, int workerId, long bound) {
        server.change(data -> new TinyLeaseRecord(namespace, workerId).setBack(data, bound));
    }

    @Override
    protected Duration reservation() {
        return Duration.ofMillis(500);
    }

    @Override
    protected Duration patience() {
        return switch (defect) {
            // What these leave out is seen by waiting for it in vain.
            case NEVER_RENEWS,
                    RENEWS_STALE,
                    RENEWS_WHAT_IS_GONE,
                    HIDES_LOSS,
                    HIDES_OUTAGE,
                    KEEPS_LAYOUT_IN_THE_PROCESS -> Duration.ofSeconds(10);
            default -> super.patience();
        };
    }

    @Override
    protected void renew(WorkerLease lease) {
        super.renew(lease instanceof DefectiveLease broken ? broken.lease() : lease);
    }

    @Override
    protected WorkerLease copyOf(WorkerLease lease) {
        return ObjectCopier.copy(
                lease instanceof DefectiveLease broken ? broken.lease() : lease,
                List.of(TinyClient.class, InstantSource.class),
                Map.of());
    }
}
