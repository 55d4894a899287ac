package io.distid.etcd;

import io.distid.spi.RecordStore;
import io.distid.spi.RecordStore.LeaseRecord;
import io.distid.testkit.BadConfig;
import io.distid.testkit.FaultableServer;
import io.distid.testkit.ServerExtension;
import io.distid.testkit.contract.WorkerIdsContract;
import io.distid.testservers.EtcdServer;
import io.distid.testservers.fault.ObjectCopier;
import io.distid.worker.WorkerLease;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

@Order(1)
@Tag("slow")
class EtcdWorkerIdsContractTest extends WorkerIdsContract {
    @RegisterExtension
    static final ServerExtension<EtcdServer> SERVER = new ServerExtension<>(EtcdServer::start);

    @Override
    protected String source() {
        return "etcd";
    }

    @Override
    protected Map<String, String> config() {
        return EtcdFixture.config(SERVER.get(), "create", "true", "max-ahead", "1s");
    }

    @Override
    protected Duration reservation() {
        return Duration.ofSeconds(1);
    }

    /** And two seconds, since etcd tells its time to the second. */
    @Override
    protected Duration horizon() {
        return super.horizon().plus(Namespace.ROUNDED.multipliedBy(2));
    }

    @Override
    protected Duration maxAhead() {
        return Duration.ofSeconds(1);
    }

    @Override
    protected FaultableServer server() {
        return SERVER;
    }

    @Override
    protected Map<String, String> configThrough(InetSocketAddress address) {
        return EtcdFixture.through(address, config());
    }

    @Override
    protected WorkerLease copyOf(WorkerLease lease) {
        return ObjectCopier.copy(lease, List.of(RecordStore.class, InstantSource.class), Map.of());
    }

    @Override
    protected void wipe(String namespace) {
        EtcdFixture.deleteAll(SERVER.get(), Namespace.PREFIX + "/" + namespace + "/");
    }

    @Override
    protected void forget(String namespace, int workerId) {
        EtcdFixture.delete(SERVER.get(), new Namespace(namespace).record(workerId));
    }

    @Override
    protected void setBack(String namespace, int workerId, long bound) {
        Namespace of = new Namespace(namespace);
        LeaseRecord found = of.readRecord(SERVER.get(), workerId);
        of.putRecord(SERVER.get(), workerId, found.token(), bound, found.freeFrom());
    }

    @Override
    protected List<BadConfig> badConfigs() {
        return EtcdFixture.badConfigs();
    }
}
