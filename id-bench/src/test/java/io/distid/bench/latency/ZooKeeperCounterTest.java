package io.distid.bench.latency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.bench.subject.ServerKind;
import io.distid.bench.subject.Servers;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A real ZooKeeper, which tells what it received. */
class ZooKeeperCounterTest {
    private static final int CALLS = 500;

    /** A session says that it is alive each few seconds, and to ask is counted, too. */
    private static final int BESIDE = 50;

    private static final Servers SERVERS = new Servers();

    @BeforeAll
    static void start() {
        StartedServer.orSkip(ServerKind.ZOOKEEPER, SERVERS);
    }

    @AfterAll
    static void end() {
        SERVERS.close();
    }

    @Test
    void eachCallOfAClientIsARequest() throws Exception {
        try (ServerCounter counter = ServerCounter.open(ServerKind.ZOOKEEPER, SERVERS)) {
            assertThat(countedWhileCalled(counter)).isBetween((long) CALLS, (long) CALLS + BESIDE);
        }
    }

    @Test
    void theServersOfAnEnsembleAreAddedUpAndItsPathIsPassedOver() throws Exception {
        String one = SERVERS.zooKeeper().split("/", 2)[0];
        try (ServerCounter counter = ServerCounter.zooKeeper(one + "," + one + "/some/path")) {
            assertThat(countedWhileCalled(counter)).isBetween(2L * CALLS, 2L * (CALLS + BESIDE));
        }
    }

    @Test
    void aServerThatIsNotThereIsNamed() throws IOException {
        int free;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = socket.getLocalPort();
        }
        try (ServerCounter counter = ServerCounter.zooKeeper("127.0.0.1:" + free)) {
            assertThatThrownBy(counter::requests)
                    .isInstanceOf(ServerCounter.UncountedException.class)
                    .hasMessageContaining("127.0.0.1:" + free)
                    .hasMessageContaining("did not report how many requests it had");
        }
    }

    private static long countedWhileCalled(ServerCounter counter) throws Exception {
        try (CuratorFramework client = CuratorFrameworkFactory.newClient(SERVERS.zooKeeper(), new RetryOneTime(1000))) {
            client.start();
            client.blockUntilConnected();
            long before = counter.requests();
            for (int call = 0; call < CALLS; call++) {
                client.checkExists().forPath("/");
            }
            return counter.requests() - before;
        }
    }
}
