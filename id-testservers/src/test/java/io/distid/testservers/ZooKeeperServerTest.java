package io.distid.testservers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.ZooDefs.Ids;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

@Order(4)
class ZooKeeperServerTest extends RealServerContract<ZooKeeperServer> {
    private static final int ATTEMPTS = 5;

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
            return client.exists("/key", false) == null
                    ? client.create("/key", bytes, Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT)
                    : client.setData("/key", bytes, -1).toString();
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

    @Test
    void refusesConnectionsAboveItsLimit() throws Exception {
        try (ZooKeeperServer few = TestServers.orSkip(() -> ZooKeeperServer.startWithConnections(1))) {
            boolean refused = false;
            // The one that asked whether it is up may count for a while, and all that ask nothing are ended in time.
            for (int attempt = 0; attempt < ATTEMPTS && !refused; attempt++) {
                try (Socket only = connect(few)) {
                    if (!ended(only, 500)) {
                        try (Socket more = connect(few)) {
                            refused = ended(more, (int) TestServers.LIMIT.toMillis()) && !ended(only, 200);
                        }
                    }
                }
            }
            assertThat(refused).as("one more, while the only one is let in").isTrue();
        }
    }

    private static Socket connect(ZooKeeperServer server) throws IOException {
        return new Socket(server.host(), server.port());
    }

    /** Whether the server ends a connection within so many ms. */
    private static boolean ended(Socket socket, int millis) throws IOException {
        socket.setSoTimeout(millis);
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (SocketException e) {
            return true;
        }
    }
}
