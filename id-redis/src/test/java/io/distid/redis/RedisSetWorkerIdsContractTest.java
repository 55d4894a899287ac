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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

@Order(2)
@Tag("slow")
class RedisSetWorkerIdsContractTest extends WorkerIdsContract {
    @RegisterExtension
    static final ServerExtension<RedisServer> SERVER = RedisFixture.durable();

    private static String set(String namespace) {
        return "distid:machines:{" + namespace + "}";
    }

    private static String hash(String namespace) {
        return set(namespace) + ":notes";
    }

    @Override
    protected String source() {
        return "redis-set";
    }

    @Override
    protected Map<String, String> config() {
        return RedisFixture.config(SERVER.get().url(), "max-ahead", "1s");
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
        RedisFixture.ask(SERVER.get(), client -> client.del(hash(namespace), set(namespace)));
    }

    @Override
    protected void forget(String namespace, int workerId) {
        String id = Integer.toString(workerId);
        RedisFixture.ask(SERVER.get(), client -> client.hdel(hash(namespace), id) + client.srem(set(namespace), id));
    }

    @Override
    protected void setBack(String namespace, int workerId, long bound) {
        LeaseRecord record = RedisFixture.record(SERVER.get(), hash(namespace), workerId);
        // An older record has a token of its own.
        LeaseRecord older = new LeaseRecord("older", bound, record.stamped(), record.freeFrom(), record.holder(), null);
        RedisFixture.put(SERVER.get(), hash(namespace), workerId, older);
    }

    @Override
    protected List<BadConfig> badConfigs() {
        return RedisFixture.badConfigs();
    }
}
