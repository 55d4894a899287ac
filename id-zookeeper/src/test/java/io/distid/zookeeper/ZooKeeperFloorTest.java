package io.distid.zookeeper;

import static io.distid.zookeeper.ZooKeeperFixture.ask;
import static io.distid.zookeeper.ZooKeeperFixture.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.distid.testkit.ServerAssumptions;
import io.distid.testservers.ZooKeeperServer;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The floor of a namespace: above which each lease begins, for the epoch that the ensemble is in. */
class ZooKeeperFloorTest {
    private static final Duration MAX_AHEAD = Duration.ofSeconds(1);
    private static final Duration RESERVATION = Duration.ofMinutes(1);

    private final ZooKeeperServer server = ServerAssumptions.orSkip(ZooKeeperServer::shared);
    private final String path = ZooKeeperFixture.freshPath();
    private final TreeFaults faults = new TreeFaults(ZooKeeperFixture.tree(server));
    private final ZooKeeperWorkerIds ids = new ZooKeeperWorkerIds(faults.tree(), path, true, MAX_AHEAD);

    @BeforeEach
    void makeLongAgo() throws Exception {
        // Which knows the bound that is put back.
        try (WorkerIds before = ZooKeeperFixture.open(server, path)) {
            before.acquire(request(0, RESERVATION).withRenewer(lease -> {})).close();
        }
        ZooKeeperFixture.moveFloorBack(server, path);
        long stamp = System.currentTimeMillis() - 5_000;
        ask(server, client -> client.setData().forPath(path + "/orders/0", (stamp + " 0 - other").getBytes()));
    }

    @AfterEach
    void close() {
        ids.close();
    }

    @Test
    void doesNotMoveWhereTheEnsembleServedOn() throws Exception {
        String before = floor();
        acquire().close();
        assertThat(floor()).isEqualTo(before).isEqualTo(ZooKeeperFixture.FLOOR_LONG_PAST);
    }

    /** As after a start on a backup, of which the one that takes the id knows nothing. */
    @Test
    void countsForWhoeverTookAnIdAfterItWasMovedThoughHeHadLookedBefore() {
        long moved = System.currentTimeMillis() + 30_000;
        faults.beforeWrite(() -> write("30000"));
        WorkerLease lease = acquire();
        assertThat(lease.stampedUntil()).isGreaterThanOrEqualTo(moved);
        lease.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0 1", "", "nonsense", "--1", "1 ", "9999999999999999"})
    void isMovedAboveAllThatCanBeReservedWhereItIsNone(String floor) {
        write(floor);
        long before = System.currentTimeMillis();
        WorkerLease lease = acquire();
        assertThat(lease.stampedUntil()).isGreaterThanOrEqualTo(before + MAX_AHEAD.toMillis() + RESERVATION.toMillis());
        lease.close();
    }

    @Test
    void isMadeAnewWhereItWasRemoved() throws Exception {
        ask(server, client -> client.delete().forPath(path + "/orders/floor"));
        long before = System.currentTimeMillis();
        WorkerLease lease = acquire();
        assertThat(lease.stampedUntil()).isGreaterThanOrEqualTo(before + MAX_AHEAD.toMillis() + RESERVATION.toMillis());
        lease.close();
    }

    private WorkerLease acquire() {
        return ids.acquire(request(0, RESERVATION).withRenewer(lease -> {}));
    }

    private String floor() throws Exception {
        return new String(
                ask(server, client -> client.getData().forPath(path + "/orders/floor")), StandardCharsets.UTF_8);
    }

    private void write(String floor) {
        try {
            ask(
                    server,
                    client -> client.setData().forPath(path + "/orders/floor", floor.getBytes(StandardCharsets.UTF_8)));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
