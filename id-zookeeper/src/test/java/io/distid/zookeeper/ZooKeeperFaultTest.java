package io.distid.zookeeper;

import static io.distid.zookeeper.ZooKeeperFixture.open;
import static io.distid.zookeeper.ZooKeeperFixture.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.IdsExhaustedException;
import io.distid.spi.IdConfig;
import io.distid.testkit.Patience;
import io.distid.testkit.ServerExtension;
import io.distid.testservers.ZooKeeperServer;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

@Timeout(90)
class ZooKeeperFaultTest {
    private static final Duration PATIENCE = Duration.ofSeconds(40);

    @RegisterExtension
    final ServerExtension<ZooKeeperServer> server = new ServerExtension<>(ZooKeeperServer::start);

    @Test
    void sessionThatIsLostDoesNotLoseTheId() throws Exception {
        ZooKeeperWorkerIdsProvider provider = new ZooKeeperWorkerIdsProvider();
        IdConfig config = IdConfig.of(
                provider, Map.of("connect", server.get().connectString(), "path", "/workers", "create", "true"));
        ZooKeeperLink link = ZooKeeperLink.open(config);
        try (WorkerIds ids = ZooKeeperWorkerIds.open(new CuratorTree(link), config)) {
            WorkerLease lease = ids.acquire(request(0, Duration.ofSeconds(3)));
            ZooKeeper session =
                    link.call("/", client -> client.getZookeeperClient().getZooKeeper());
            long lost = session.getSessionId();
            endSession(session);
            Patience.await("a new session")
                    .until(() -> link.call(
                                    "/",
                                    client -> client.getZookeeperClient()
                                            .getZooKeeper()
                                            .getSessionId())
                            != lost);
            long bound = lease.reservedUntil();
            Patience.await("a renewal in it")
                    .until(() -> lease.failure() == null && lease.reservedUntil() > bound + 1_000);
            assertThat(lease.health().lost()).isFalse();
            assertThatThrownBy(() -> ids.acquire(request(0, Duration.ofSeconds(3))))
                    .isInstanceOf(IdsExhaustedException.class);
            lease.close();
        }
    }

    /** A second client that takes the session over and closes it ends it for the first. */
    private void endSession(ZooKeeper session) throws Exception {
        CountDownLatch connected = new CountDownLatch(1);
        ZooKeeper twin = new ZooKeeper(
                server.get().connectString(),
                6_000,
                event -> {
                    if (event.getState() == Watcher.Event.KeeperState.SyncConnected) {
                        connected.countDown();
                    }
                },
                session.getSessionId(),
                session.getSessionPasswd());
        try {
            assertThat(connected.await(20, TimeUnit.SECONDS)).isTrue();
        } finally {
            twin.close();
        }
    }

    @Test
    void boundsSurviveAKillOfTheServer() {
        try (WorkerIds ids = open(server.get(), "/workers")) {
            WorkerLease lease = ids.acquire(request(0, Duration.ofSeconds(60)));
            server.kill();
            assertThatThrownBy(() -> ids.acquire(request(0, Duration.ofSeconds(60))))
                    .isInstanceOf(BackendException.class);
            server.restart();
            try (WorkerIds others = open(server.get(), "/workers")) {
                assertThatThrownBy(() -> others.acquire(request(0, Duration.ofSeconds(60))))
                        .isInstanceOf(IdsExhaustedException.class);
            }
            Patience.await("the release")
                    .ignoreExceptionsInstanceOf(BackendException.class)
                    .until(() -> {
                        lease.close();
                        return true;
                    });
        }
    }

    @Test
    void pausedServerIsAnErrorInTime() {
        try (WorkerIds ids = open(server.get(), "/workers")) {
            ids.acquire(request(0, Duration.ofSeconds(3))).close();
            server.get().pause();
            try {
                long begun = System.nanoTime();
                assertThatThrownBy(() -> ids.acquire(request(0, Duration.ofSeconds(3))))
                        .isInstanceOf(BackendException.class);
                assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(5));
                begun = System.nanoTime();
                assertThatThrownBy(() -> open(server.get(), "/workers"))
                        .isInstanceOf(BackendException.class)
                        .hasMessageContaining("did not answer within 2000 ms");
                assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(5));
            } finally {
                server.get().resume();
            }
        }
    }
}
