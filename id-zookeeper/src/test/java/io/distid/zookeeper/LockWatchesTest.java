package io.distid.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.coordination.LockStore.Watch;
import io.distid.spi.IdConfig;
import io.distid.testkit.Eventually;
import io.distid.testkit.ServerAssumptions;
import io.distid.testservers.ZooKeeperServer;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How often a waiter is called, which is how many watches of the node are set. */
class LockWatchesTest {
    private static final int TIMES = 20;
    /**
     * The client's own thread tells that it has connected, once, and perhaps only when a waiter is there already. Such a call comes for
     * nothing, as a watch allows; each watch too many would make one for each change.
     */
    private static final int OF_THE_CONNECTION = 1;

    private final ZooKeeperServer server = ServerAssumptions.orSkip(ZooKeeperServer::shared);
    private final String node = ZooKeeperFixture.freshPath();
    private final ZooKeeperLink link = ZooKeeperLink.open(
            IdConfig.of(new ZooKeeperLockStoreProvider(), ZooKeeperFixture.patient("connect", server.connectString())));
    private final LockWatches watches = new LockWatches(link);
    private final Semaphore calls = new Semaphore(0);

    @BeforeEach
    void make() throws Exception {
        link.call(node, client -> client.create().forPath(node, new byte[0]));
    }

    @AfterEach
    void remove() throws Exception {
        link.call(node, client -> client.delete().forPath(node));
        link.close();
    }

    /** By the connection of the watches, which is answered in order: a watch that is being set is set by then. */
    private void change() throws Exception {
        link.call(node, client -> client.setData().forPath(node, new byte[] {1}));
    }

    /** All calls for one change come before any for the next. */
    private void assertThatEachOfTwoChangesCallsOnce() throws Exception {
        change();
        Eventually.await("a call").until(() -> calls.availablePermits() >= 1);
        change();
        Eventually.await("another call").until(() -> calls.availablePermits() >= 2);
        assertThat(calls.availablePermits())
                .as("calls for two changes, and perhaps for the connection")
                .isBetween(2, 2 + OF_THE_CONNECTION);
    }

    @Test
    void waiterIsCalledOnceForEachChangeHoweverManyWaitedInVain() throws Exception {
        for (int i = 0; i < TIMES; i++) {
            watches.watch(node, () -> {}).close();
        }
        try (Watch watch = watches.watch(node, calls::release)) {
            assertThat(watch).isNotNull();
            assertThatEachOfTwoChangesCallsOnce();
        }
    }

    @Test
    void waiterIsCalledThoughTheNodeWasChangedWhileNobodyWaited() throws Exception {
        watches.watch(node, () -> {}).close();
        change();
        try (Watch watch = watches.watch(node, calls::release)) {
            assertThat(watch).isNotNull();
            change();
            Eventually.await("a call").until(() -> calls.availablePermits() >= 1);
        }
    }

    /** A session that is new has no watches. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void waiterIsCalledThoughTheSessionEnded(boolean whileSomebodyWaited) throws Exception {
        Watch early = watches.watch(node, calls::release);
        if (!whileSomebodyWaited) {
            early.close();
        }
        Semaphore connected = new Semaphore(0);
        link.call(node, client -> {
            client.getConnectionStateListenable().addListener((from, state) -> {
                if (state == ConnectionState.RECONNECTED) {
                    connected.release();
                }
            });
            endSession(client.getZookeeperClient().getZooKeeper());
            return client;
        });
        Eventually.await("a new session").until(() -> connected.availablePermits() > 0);
        try (early;
                Watch late = whileSomebodyWaited ? early : watches.watch(node, calls::release)) {
            assertThat(late).isNotNull();
            Eventually.await("the end of calls for the connection, and a call for a change")
                    .until(() -> {
                        calls.drainPermits();
                        change();
                        return calls.tryAcquire(100, TimeUnit.MILLISECONDS);
                    });
            assertThatEachOfTwoChangesIsReported();
        }
    }

    private void assertThatEachOfTwoChangesIsReported() throws Exception {
        for (int i = 0; i < 2; i++) {
            calls.drainPermits();
            change();
            Eventually.await("a call").until(() -> calls.availablePermits() >= 1);
        }
    }

    /** Has another client take part in it, and close it. */
    private void endSession(ZooKeeper client) throws Exception {
        Semaphore connected = new Semaphore(0);
        ZooKeeper other = new ZooKeeper(
                server.connectString(),
                ZooKeeperFixture.TIMEOUT_MILLIS,
                event -> connected.release(),
                client.getSessionId(),
                client.getSessionPasswd());
        Eventually.await("a connection").until(() -> connected.availablePermits() > 0);
        other.close();
    }
}
