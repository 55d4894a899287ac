package io.distid.testservers;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.ZooKeeper;
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
        withClient(server, client -> {
            byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
            return client.create("/key", bytes, Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
        });
    }

    @Override
    String read(ZooKeeperServer server) throws Exception {
        return withClient(server, client -> new String(client.getData("/key", false, null), StandardCharsets.UTF_8));
    }

    @Override
    String expectedDescription() {
        return "ZooKeeper 3\\.\\d+\\.\\d+ \\((embedded|Docker|endpoint)\\)";
    }

    private interface Action {
        String run(ZooKeeper client) throws KeeperException, InterruptedException;
    }

    private static String withClient(ZooKeeperServer server, Action action) throws Exception {
        CountDownLatch connected = new CountDownLatch(1);
        ZooKeeper client = new ZooKeeper(server.connectString(), 60_000, event -> {
            if (event.getState() == KeeperState.SyncConnected) {
                connected.countDown();
            }
        });
        try {
            if (!connected.await(TestServers.LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException("not connected to " + server);
            }
            return action.run(client);
        } finally {
            client.close();
        }
    }
}
