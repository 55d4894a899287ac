package io.distid.zookeeper;

import static io.distid.zookeeper.ZooKeeperFixture.ask;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.internal.lease.LeaseToken;
import io.distid.spi.RecordStore;
import io.distid.testkit.BadConfig;
import io.distid.testkit.FaultableServer;
import io.distid.testkit.ServerExtension;
import io.distid.testkit.contract.WorkerIdsContract;
import io.distid.testservers.ZooKeeperServer;
import io.distid.testservers.fault.ObjectCopier;
import io.distid.worker.WorkerLease;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

@Order(2)
@Tag("slow")
class ZooKeeperWorkerIdsContractTest extends WorkerIdsContract {
    @RegisterExtension
    static final ServerExtension<ZooKeeperServer> SERVER = new ServerExtension<>(ZooKeeperServer::start);

    private static final String PATH = "/distid/workers/";

    @Override
    protected String source() {
        return "zookeeper";
    }

    @Override
    protected FaultableServer server() {
        return SERVER;
    }

    @Override
    protected Map<String, String> configThrough(InetSocketAddress address) {
        // While the server is down, each call waits that long for a connection.
        return ZooKeeperFixture.patient(
                "connect", ZooKeeperFixture.connect(address), "create", "true", "max-ahead", "1s", "timeout", "20s");
    }

    @Override
    protected WorkerLease copyOf(WorkerLease lease) {
        return ObjectCopier.copy(lease, List.of(RecordStore.class, InstantSource.class), Map.of());
    }

    @Override
    protected void wipe(String namespace) throws Exception {
        ask(SERVER.get(), client -> client.delete().deletingChildrenIfNeeded().forPath(PATH + namespace));
    }

    @Override
    protected void forget(String namespace, int workerId) throws Exception {
        ask(SERVER.get(), client -> client.delete().forPath(PATH + namespace + "/" + workerId));
    }

    @Override
    protected void setBack(String namespace, int workerId, long bound) throws Exception {
        String node = PATH + namespace + "/" + workerId;
        ask(SERVER.get(), client -> {
            String found = new String(client.getData().forPath(node), StandardCharsets.UTF_8);
            String old = found.replaceFirst("\\S+ \\S+", LeaseToken.draw() + " " + bound);
            return client.setData().forPath(node, old.getBytes(StandardCharsets.UTF_8));
        });
    }

    @Override
    protected List<BadConfig> badConfigs() {
        return List.of(
                BadConfig.of(
                        "a path that is missing",
                        Map.of("path", "/no/such/path", "create", "false"),
                        ConfigException.class,
                        "\"path\"",
                        "/no/such/path",
                        "create=true"),
                BadConfig.of(
                        "no server at that port",
                        Map.of("connect", "127.0.0.1:1", "timeout", "1s"),
                        BackendException.class,
                        "127.0.0.1:1"),
                BadConfig.of(
                        "no such host",
                        Map.of("connect", "no-such-host.invalid:2181", "timeout", "1s"),
                        BackendException.class,
                        "no-such-host.invalid"),
                BadConfig.of("a path without a slash", Map.of("path", "x"), ConfigException.class, "path"));
    }
}
