package io.distid.zookeeper;

import static io.distid.zookeeper.LeafSnowflakeFixture.request;
import static io.distid.zookeeper.LeafSnowflakeFixture.use;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.distid.BackendException;
import io.distid.testkit.Leases;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Changes that were carried out, and whose answer was lost. */
class LeafSnowflakeAnswersTest extends WithLeafSnowflakeFleet {
    private static final int MOST_CHANGES = 100;

    @Test
    void whicheverAnswerToAFirstLeaseIsLostTheNextAttemptHasTheNumber() throws Exception {
        int lost = 0;
        for (int answer = 0; answer < MOST_CHANGES; answer++) {
            TreeFaults faults = new TreeFaults(fleet.tree());
            try (WorkerIds source = fleet.open(faults.tree(), 8080, null)) {
                faults.loseAnswerAfter(answer);
                Throwable error = catchThrowable(() -> use(Leases.byHand(source, request(0))));
                if (error != null) {
                    assertThat(error).isInstanceOf(BackendException.class);
                    use(Leases.byHand(source, request(0)));
                }
                lost += faults.lost();
                assertThat(fleet.nodes()).containsExactly("10.0.0.1:8080-0000000000");
            }
            if (faults.lost() == 0) {
                break;
            }
            fleet.client.delete().deletingChildrenIfNeeded().forPath("/snowflake/" + fleet.name);
        }
        assertThat(lost).as("answers to changes of a first lease").isBetween(6, MOST_CHANGES - 1);
    }

    /** Whichever step is lost, the number is had above the bound of its holder before. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void takeOverWhoseAnswerIsLostBeginsAboveTheHolderBefore(int answer) throws Exception {
        long stamp;
        try (WorkerIds before = fleet.open(8081)) {
            stamp = use(Leases.byHand(before, request(0)));
        }
        TreeFaults faults = new TreeFaults(fleet.tree());
        try (WorkerIds source = fleet.open(faults.tree(), 8080, null)) {
            faults.loseAnswerAfter(answer);
            Throwable error =
                    catchThrowable(() -> Leases.byHand(source, request(0)).release(stamp));
            assertThat(faults.lost()).as("after %s", error).isEqualTo(1);
            RenewedLease lease = Leases.byHand(source, request(0));
            assertThat(lease.stampedUntil()).isEqualTo(stamp);
            assertThat(fleet.nodes()).containsExactly("10.0.0.1:8080-0000000000");
            lease.close();
        }
    }
}
