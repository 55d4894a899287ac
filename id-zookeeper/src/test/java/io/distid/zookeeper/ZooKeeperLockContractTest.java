package io.distid.zookeeper;

import static io.distid.zookeeper.ZooKeeperFixture.ask;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.testkit.BadConfig;
import io.distid.testkit.FaultableServer;
import io.distid.testkit.ServerExtension;
import io.distid.testkit.contract.FencedLockContract;
import io.distid.testservers.ZooKeeperServer;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.extension.RegisterExtension;

@Order(2)
class ZooKeeperLockContractTest extends FencedLockContract {
    @RegisterExtension
    static final ServerExtension<ZooKeeperServer> SERVER = new ServerExtension<>(ZooKeeperServer::start);

    @Override
    protected String store() {
        return "zookeeper";
    }

    @Override
    protected FaultableServer server() {
        return SERVER;
    }

    @Override
    protected Map<String, String> configThrough(InetSocketAddress address) {
        // While the server is down, each call waits that long for a connection.
        return ZooKeeperFixture.patient("connect", ZooKeeperFixture.connect(address), "timeout", "20s");
    }

    @Override
    protected void loseRecord(String lock) throws Exception {
        ask(SERVER.get(), client -> client.delete().forPath("/distid/locks/lock-" + lock));
    }

    @Override
    protected List<BadConfig> badConfigs() {
        return List.of(
                BadConfig.of(
                        "no server at that port",
                        Map.of("connect", "127.0.0.1:1", "timeout", "1s"),
                        BackendException.class,
                        "127.0.0.1:1"),
                BadConfig.of("a path without a slash", Map.of("path", "x"), ConfigException.class, "path"));
    }
}
