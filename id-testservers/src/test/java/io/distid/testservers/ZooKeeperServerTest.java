package io.distid.testservers;

import java.nio.charset.StandardCharsets;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.ZooDefs.Ids;
import org.junit.jupiter.api.Order;

@Order(4)
class ZooKeeperServerTest extends RealServerContract<ZooKeeperServer> {
    @Override
    ZooKeeperServer startServer() {
        return ZooKeeperServer.start();
    }

    @Override
    ZooKeeperServer sharedServer() {
        return ZooKeeperServer.shared();
    }

    @Override
    void write(ZooKeeperServer server, String value) throws Exception {
        ZooKeeperClient.with(server.connectString(), TestServers.LIMIT, client -> {
            byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
            return client.create("/key", bytes, Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
        });
    }

    @Override
    String read(ZooKeeperServer server) throws Exception {
        return ZooKeeperClient.with(
                server.connectString(),
                TestServers.LIMIT,
                client -> new String(client.getData("/key", false, null), StandardCharsets.UTF_8));
    }

    @Override
    String expectedDescription() {
        return "ZooKeeper 3\\.\\d+\\.\\d+ \\((embedded|Docker|endpoint)\\)";
    }
}
