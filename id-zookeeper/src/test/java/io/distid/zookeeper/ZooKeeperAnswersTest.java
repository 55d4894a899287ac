package io.distid.zookeeper;

import static io.distid.zookeeper.ZooKeeperFixture.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.distid.BackendException;
import io.distid.testkit.Leases;
import io.distid.testkit.ServerAssumptions;
import io.distid.testservers.ZooKeeperServer;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerRequest;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Writes that were carried out and whose answer was lost, and servers that lag. */
class ZooKeeperAnswersTest {
    private static final Duration MAX_AHEAD = Duration.ofSeconds(1);
    private static final WorkerRequest REQUEST = request(0, Duration.ofMinutes(1));

    private final ZooKeeperServer server = ServerAssumptions.orSkip(ZooKeeperServer::shared);
    private final String path = ZooKeeperFixture.freshPath();
    private final TreeFaults faults = new TreeFaults(ZooKeeperFixture.tree(server));

    @Test
    void whicheverAnswerToAFirstLeaseIsLostTheNextAttemptHasTheOnlyId() {
        for (int answer = 0; ; answer++) {
            try (WorkerIds ids = ZooKeeperFixture.ids(faults.tree(), path + answer, MAX_AHEAD)) {
                faults.loseAnswerAfter(answer);
                Throwable error = catchThrowable(() -> Leases.byHand(ids, REQUEST));
                if (error == null) {
                    assertThat(answer)
                            .as("answers to the changes of a first lease")
                            .isGreaterThanOrEqualTo(4);
                    return;
                }
                assertThat(error).isInstanceOf(BackendException.class);
                RenewedLease lease = Leases.byHand(ids, REQUEST);
                assertThat(lease.stampedUntil()).isLessThanOrEqualTo(lease.reservedUntil());
            }
            faults.reopen(ZooKeeperFixture.tree(server));
        }
    }

    @Test
    void olderRecordOfAServerThatLagsIsNoRegression() throws Exception {
        try (WorkerIds ids = ZooKeeperFixture.ids(faults.tree(), path, MAX_AHEAD)) {
            RenewedLease lease = Leases.byHand(ids, request(0, Duration.ofMillis(200)));
            ZooKeeperTree.Node older = faults.tree().read(path + "/orders/0");
            Leases.renewAbove(lease, lease.reservedUntil());
            faults.lag(older);
            assertThat(lease.renew()).isTrue();
            assertThat(lease.health().lost()).isFalse();
            lease.close();
        }
    }
}
