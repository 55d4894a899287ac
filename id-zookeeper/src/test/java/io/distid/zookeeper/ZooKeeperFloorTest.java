package io.distid.zookeeper;

import static io.distid.zookeeper.ZooKeeperFixture.ask;
import static io.distid.zookeeper.ZooKeeperFixture.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.spi.RecordStore.Header;
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
    private final WorkerIds ids = ZooKeeperFixture.ids(faults.tree(), path, MAX_AHEAD);

    @BeforeEach
    void makeLongAgo() {
        ZooKeeperFixture.put(server, path, 0, System.currentTimeMillis() - 5_000, 0, "other");
        ZooKeeperFixture.moveFloorBack(server, path);
    }

    @AfterEach
    void close() {
        ids.close();
    }

    @Test
    void doesNotMoveWhereTheEnsembleServedOn() {
        Header before = ZooKeeperFixture.header(server, path);
        acquire().close();
        assertThat(ZooKeeperFixture.header(server, path)).isEqualTo(before);
        assertThat(before.floor()).isLessThan(System.currentTimeMillis() - RESERVATION.toMillis());
    }

    /** As after a start on a backup, of which the one that takes the id knows nothing. */
    @Test
    void countsForAHolderThatTookAnIdAfterItWasMovedThoughHeHadLookedBefore() {
        long moved = System.currentTimeMillis() + 30_000;
        faults.beforeWrite(() -> ZooKeeperFixture.moveFloor(server, path, moved));
        WorkerLease lease = acquire();
        assertThat(lease.stampedUntil()).isGreaterThanOrEqualTo(moved);
        lease.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0 1", "", "nonsense", "--1", "1 ", "9999999999999999"})
    void malformedHeaderIsRefused(String header) throws Exception {
        byte[] data = header.getBytes(StandardCharsets.UTF_8);
        ask(server, client -> client.setData().forPath(path + "/orders", data));
        assertThatThrownBy(this::acquire)
                .isInstanceOf(BackendException.class)
                .hasMessageContaining("does not hold a header of a namespace: \"" + header + "\"");
    }

    /** Somebody wrote a header by hand: as many as there are versions of it were not made by distid. */
    @Test
    void isMovedAboveAllThatCanBeReservedWhereTheHeaderWasWrittenByHand() throws Exception {
        byte[] same = ask(server, client -> client.getData().forPath(path + "/orders"));
        ask(server, client -> client.setData().forPath(path + "/orders", same));
        long before = System.currentTimeMillis();
        WorkerLease lease = acquire();
        assertThat(lease.stampedUntil()).isGreaterThanOrEqualTo(before + MAX_AHEAD.toMillis() + RESERVATION.toMillis());
        lease.close();
    }

    private WorkerLease acquire() {
        return ids.acquire(request(0, RESERVATION).withRenewer(lease -> {}));
    }
}
