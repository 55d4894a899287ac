package io.distid.zookeeper;

import io.distid.testkit.LeasedFleetContract;
import io.distid.testkit.server.ServerAssumptions;
import io.distid.testkit.server.ZooKeeperServer;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;

@Order(1)
class ZooKeeperFleetTest extends LeasedFleetContract {
    private ZooKeeperServer server;

    @BeforeEach
    void start() {
        server = ServerAssumptions.orSkip(ZooKeeperServer::start);
    }

    @AfterEach
    void end() {
        if (server != null) {
            server.close();
        }
    }

    @Override
    protected String worker() {
        return "zookeeper";
    }

    @Override
    protected Map<String, String> workerConfig() {
        return Map.of("connect", server.connectString(), "create", "true");
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
