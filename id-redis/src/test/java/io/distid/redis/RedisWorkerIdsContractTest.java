package io.distid.redis;

import io.distid.spi.RecordStore;
import io.distid.spi.RecordStore.LeaseRecord;
import io.distid.testkit.BadConfig;
import io.distid.testkit.FaultableServer;
import io.distid.testkit.ServerExtension;
import io.distid.testkit.contract.WorkerIdsContract;
import io.distid.testservers.RedisServer;
import io.distid.testservers.fault.ObjectCopier;
import io.distid.worker.WorkerLease;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.extension.RegisterExtension;

@Order(2)
class RedisWorkerIdsContractTest extends WorkerIdsContract {
    @RegisterExtension
    static final ServerExtension<RedisServer> SERVER = RedisFixture.durable();

    @Override
    protected String source() {
        return "redis";
    }

    @Override
    protected Map<String, String> config() {
        return RedisFixture.config(SERVER.get().url(), "create", "true", "max-ahead", "1s");
    }

    @Override
    protected FaultableServer server() {
        return SERVER;
    }

    @Override
    protected Map<String, String> configThrough(InetSocketAddress address) {
        return RedisFixture.through(address, config());
    }

    @Override
    protected WorkerLease copyOf(WorkerLease lease) {
        return ObjectCopier.copy(lease, List.of(RecordStore.class, InstantSource.class), Map.of());
    }

    @Override
    protected void wipe(String namespace) {
        RedisFixture.ask(SERVER.get(), client -> client.del("distid:workers:{" + namespace + "}"));
    }

    @Override
    protected void forget(String namespace, int workerId) {
        RedisFixture.ask(
                SERVER.get(), client -> client.hdel("distid:workers:{" + namespace + "}", Integer.toString(workerId)));
    }

    @Override
    protected void setBack(String namespace, int workerId, long bound) {
        String hash = "distid:workers:{" + namespace + "}";
        LeaseRecord record = RedisFixture.record(SERVER.get(), hash, workerId);
        // An older record has a token of its own.
        LeaseRecord older = new LeaseRecord("older", bound, record.stamped(), record.freeFrom(), record.holder(), null);
        RedisFixture.put(SERVER.get(), hash, workerId, older);
    }

    @Override
    protected List<BadConfig> badConfigs() {
        return RedisFixture.badConfigs();
    }
}
