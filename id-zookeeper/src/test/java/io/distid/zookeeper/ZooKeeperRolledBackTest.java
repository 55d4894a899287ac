package io.distid.zookeeper;

import static io.distid.zookeeper.ZooKeeperFixture.ask;
import static io.distid.zookeeper.ZooKeeperFixture.open;
import static io.distid.zookeeper.ZooKeeperFixture.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.LeaseLostException;
import io.distid.testkit.ServerAssumptions;
import io.distid.testservers.ZooKeeperServer;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A record that goes back between a read and a write, and then comes to the version that was read. */
class ZooKeeperRolledBackTest {
    private static final Duration RESERVATION = Duration.ofMillis(600);

    private final ZooKeeperServer server = ServerAssumptions.orSkip(ZooKeeperServer::shared);
    private final String path = ZooKeeperFixture.freshPath();

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void takeThatOverwroteAnotherAfterARollBackBeginsAboveIt(boolean answerIsLost) throws Exception {
        AtomicReference<RenewedLease> other = new AtomicReference<>();
        WorkerRequest request = request(0, RESERVATION).withRenewer(never -> {});
        TreeFaults faults = new TreeFaults(ZooKeeperFixture.tree(server));
        try (WorkerIds ids = new ZooKeeperWorkerIds(faults.tree(), path, true, Duration.ofSeconds(1));
                WorkerIds others = open(server, path)) {
            try (WorkerIds before = open(server, path)) {
                before.acquire(request).release(0);
            }
            long stamp = System.currentTimeMillis() - 5_000;
            ask(server, client -> client.setData().forPath(path + "/orders/0", (stamp + " 0 - before").getBytes()));
            faults.rollBackBeforeWrite();
            faults.beforeWrite(() -> {
                others.acquire(request.withRenewer(other::set));
                if (answerIsLost) {
                    faults.loseAnswerAfter(0);
                }
            });
            if (answerIsLost) {
                assertThatThrownBy(() -> ids.acquire(request))
                        .isInstanceOf(BackendException.class)
                        .hasMessage("the answer to write was lost");
            }
            WorkerLease lease = ids.acquire(request);
            assertThat(lease.stampedUntil()).isGreaterThanOrEqualTo(other.get().reservedUntil());
            assertThat(other.get().renew()).isFalse();
            assertThat(other.get().failure()).isInstanceOf(LeaseLostException.class);
        }
    }
}
