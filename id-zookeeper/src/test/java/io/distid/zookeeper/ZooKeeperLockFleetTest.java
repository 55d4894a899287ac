package io.distid.zookeeper;

import io.distid.testkit.ServerExtension;
import io.distid.testkit.fleet.FencedLockFleetContract;
import io.distid.testservers.ZooKeeperServer;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.extension.RegisterExtension;

@Order(1)
class ZooKeeperLockFleetTest extends FencedLockFleetContract {
    @RegisterExtension
    static final ServerExtension<ZooKeeperServer> SERVER = new ServerExtension<>(ZooKeeperServer::start);

    @Override
    protected String store() {
        return "zookeeper";
    }

    @Override
    protected Map<String, String> config() {
        return ZooKeeperFixture.patient("connect", SERVER.get().connectString(), "timeout", "4s");
    }

    @Override
    protected void stopServer() {
        SERVER.kill();
    }

    @Override
    protected void startServer() {
        SERVER.restart();
    }
}
