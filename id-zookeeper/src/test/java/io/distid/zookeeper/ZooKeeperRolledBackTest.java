package io.distid.zookeeper;

import static io.distid.zookeeper.ZooKeeperFixture.open;
import static io.distid.zookeeper.ZooKeeperFixture.request;
import static org.assertj.core.api.Assertions.assertThat;

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

/**
 * A record that goes back between a read and a write, and then comes to the version that was read. On one server alone, so under the same
 * header: it counts no epochs, and only its transactions fall back.
 */
class ZooKeeperRolledBackTest {
    private static final Duration RESERVATION = Duration.ofMillis(600);

    private final ZooKeeperServer server = ServerAssumptions.orSkip(ZooKeeperServer::shared);
    private final String path = ZooKeeperFixture.freshPath();

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void takeThatOverwroteAnotherAfterARollBackBeginsAboveIt(boolean answerIsLost) {
        AtomicReference<RenewedLease> other = new AtomicReference<>();
        WorkerRequest request = request(0, RESERVATION).withRenewer(never -> {});
        TreeFaults faults = new TreeFaults(ZooKeeperFixture.tree(server));
        try (WorkerIds ids = ZooKeeperFixture.ids(faults.tree(), path, Duration.ofSeconds(1));
                WorkerIds others = open(server, path)) {
            try (WorkerIds before = open(server, path)) {
                before.acquire(request).release(0);
            }
            ZooKeeperFixture.put(server, path, 0, System.currentTimeMillis() - 5_000, 0, "before");
            faults.rollBackBeforeWrite();
            faults.beforeWrite(() -> {
                others.acquire(request.withRenewer(other::set));
                if (answerIsLost) {
                    faults.loseAnswerAfter(0);
                }
            });
            WorkerLease lease = ids.acquire(request);
            assertThat(lease.stampedUntil()).isGreaterThanOrEqualTo(other.get().reservedUntil());
            assertThat(faults.lost()).isEqualTo(answerIsLost ? 1 : 0);
            assertThat(other.get().renew()).isFalse();
            assertThat(other.get().failure()).isInstanceOf(LeaseLostException.class);
        }
    }
}
