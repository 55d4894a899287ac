package io.distid.zookeeper;

import static io.distid.zookeeper.ZooKeeperFixture.open;
import static io.distid.zookeeper.ZooKeeperFixture.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.IdsExhaustedException;
import io.distid.spi.IdConfig;
import io.distid.testkit.Eventually;
import io.distid.testkit.Leases;
import io.distid.testkit.ServerExtension;
import io.distid.testservers.ZooKeeperServer;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The limit is for calls that would wait for ever. */
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ZooKeeperFaultTest {
    /** Far longer than a test takes. */
    private static final Duration RESERVATION = Duration.ofMinutes(10);

    @RegisterExtension
    final ServerExtension<ZooKeeperServer> server = new ServerExtension<>(ZooKeeperServer::start);

    @Test
    void sessionThatIsLostDoesNotLoseTheId() throws Exception {
        ZooKeeperWorkerIdsProvider provider = new ZooKeeperWorkerIdsProvider();
        IdConfig config = IdConfig.of(
                provider,
                ZooKeeperFixture.patient(
                        "connect", server.get().connectString(), "path", "/workers", "create", "true"));
        ZooKeeperLink link = ZooKeeperLink.open(config);
        try (WorkerIds ids = ZooKeeperWorkerIdsProvider.open(new CuratorTree(link), config)) {
            RenewedLease lease = Leases.byHand(ids, request(0, RESERVATION));
            ZooKeeper session =
                    link.call("/", client -> client.getZookeeperClient().getZooKeeper());
            long lost = session.getSessionId();
            endSession(session);
            Eventually.await("a new session")
                    .until(() -> link.call(
                                    "/",
                                    client -> client.getZookeeperClient()
                                            .getZooKeeper()
                                            .getSessionId())
                            != lost);
            Eventually.await("a renewal in it").until(lease::renew);
            assertThat(lease.health().lost()).isFalse();
            assertThatThrownBy(() -> ids.acquire(request(0, RESERVATION))).isInstanceOf(IdsExhaustedException.class);
            lease.close();
        }
    }

    /** A second client that takes the session over and closes it ends it for the first. */
    private void endSession(ZooKeeper session) throws Exception {
        CountDownLatch connected = new CountDownLatch(1);
        ZooKeeper twin = new ZooKeeper(
                server.get().connectString(),
                ZooKeeperFixture.TIMEOUT_MILLIS,
                event -> {
                    if (event.getState() == Watcher.Event.KeeperState.SyncConnected) {
                        connected.countDown();
                    }
                },
                session.getSessionId(),
                session.getSessionPasswd());
        try {
            assertThat(connected.await(Eventually.LIMIT.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
        } finally {
            twin.close();
        }
    }

    @Test
    void pausedServerIsAnErrorInTime() {
        try (WorkerIds ids = Eventually.untilAnswered(() -> open(server.get(), "/workers", "timeout", "2s"))) {
            Eventually.untilAnswered(() -> ids.acquire(request(0, RESERVATION)));
            server.get().pause();
            try {
                assertThatThrownBy(() -> ids.acquire(request(0, RESERVATION))).isInstanceOf(BackendException.class);
                assertThatThrownBy(() -> open(server.get(), "/workers", "timeout", "2s"))
                        .isInstanceOf(BackendException.class)
                        .hasMessageContaining("did not answer within 2000 ms");
            } finally {
                server.get().resume();
            }
        }
    }
}
