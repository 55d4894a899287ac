package io.distid.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.spi.IdConfig;
import io.distid.testkit.LockOutage;
import io.distid.testkit.ServerExtension;
import io.distid.testkit.SnowflakeOutage;
import io.distid.testkit.StoreOutages;
import io.distid.testservers.ZooKeeperServer;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerIdsProvider;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers that go away before each answer in turn of all that is opened, used once, and closed. */
class ZooKeeperOutageTest {
    /** Leaf's root is everybody's, and whoever makes it after a log-in keeps others out. */
    @RegisterExtension
    static final ServerExtension<ZooKeeperServer> SERVER = new ServerExtension<>(ZooKeeperServer::start);

    private final ZooKeeperServer server = SERVER.get();
    private final String path = ZooKeeperFixture.freshPath();
    private final Map<Integer, Long> last = new ConcurrentHashMap<>();

    /** A connection is waited for as long as the time-out. */
    private static Map<String, String> config(InetSocketAddress address, String... settings) {
        Map<String, String> config = ZooKeeperFixture.patient(settings);
        config.put("connect", ZooKeeperFixture.connect(address));
        config.put("timeout", "500ms");
        return config;
    }

    private int outages(StoreOutages.Round round) {
        InetSocketAddress address = new InetSocketAddress(server.host(), server.port());
        return StoreOutages.beforeEachAnswer(address, "secret", round);
    }

    @ParameterizedTest
    @ValueSource(strings = {"zookeeper", "zookeeper-leaf"})
    void workerIds(String source) {
        boolean leaf = source.equals("zookeeper-leaf");
        WorkerIdsProvider provider = leaf ? new LeafSnowflakeWorkerIdsProvider() : new ZooKeeperWorkerIdsProvider();
        int answers = outages((address, number) -> {
            Map<String, String> config = config(address, "create", "true", "max-ahead", "1s", "auth", "me:secret");
            if (leaf) {
                config.putAll(Map.of("address", "10.0.0.1", "port", "80"));
            } else {
                config.put("path", path);
            }
            WorkerRequest request = new WorkerRequest(
                    "node" + path.substring(1) + number,
                    7,
                    OptionalInt.empty(),
                    StoreOutages.LEASE,
                    "layout",
                    "node",
                    InstantSource.system());
            try (WorkerIds ids = provider.open(IdConfig.of(provider, new HashMap<>(config)))) {
                ids.firstStart(request);
                WorkerLease lease = ids.acquire(request);
                int id = number * 8 + lease.workerId();
                assertThat(lease.stampedUntil()).isGreaterThanOrEqualTo(last.getOrDefault(id, 0L));
                last.put(id, lease.stampedUntil() + 1);
                lease.release(lease.stampedUntil() + 1);
            }
        });
        assertThat(answers).isGreaterThanOrEqualTo(5);
    }

    /** With the wait for a first start, once with each number. */
    @Tag("slow")
    @ParameterizedTest
    @ValueSource(strings = {"zookeeper", "zookeeper-leaf"})
    void generators(String source) {
        int answers = outages(new SnowflakeOutage(source, (address, number) -> {
            Map<String, String> worker = config(address, "create", "true", "max-ahead", "1s");
            if (source.equals("zookeeper-leaf")) {
                // A fleet's numbers are held by addresses.
                worker.putAll(Map.of(
                        "leaf-name",
                        path.substring(1) + source.length(),
                        "address",
                        "10.0.0.1",
                        "port",
                        Integer.toString(1000 + number)));
            } else {
                worker.put("path", path);
            }
            return worker;
        }));
        assertThat(answers).isGreaterThanOrEqualTo(5);
    }

    @Test
    void locks() {
        int answers = outages(new LockOutage("zookeeper", (address, number) -> config(address, "path", path)));
        assertThat(answers).isGreaterThanOrEqualTo(5);
    }
}
