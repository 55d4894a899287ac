package io.distid.zookeeper;

import io.distid.testkit.ServerExtension;
import io.distid.testkit.fleet.LeasedFleetContract;
import io.distid.testservers.ZooKeeperServer;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

@Order(1)
@Tag("slow")
class ZooKeeperFleetTest extends LeasedFleetContract {
    @RegisterExtension
    final ServerExtension<ZooKeeperServer> server = new ServerExtension<>(ZooKeeperServer::start);

    @Override
    protected String worker() {
        return "zookeeper";
    }

    @Override
    protected Map<String, String> workerConfig() {
        return ZooKeeperFixture.patient(
                "connect", server.get().connectString(), "create", "true", "max-ahead", "1s", "timeout", "10s");
    }

    @Override
    protected void killServer() {
        server.kill();
    }

    @Override
    protected void startServer() {
        server.restart();
    }
}
