package io.distid.zookeeper;

import static io.distid.zookeeper.LeafSnowflakeFixture.awaitStart;
import static io.distid.zookeeper.LeafSnowflakeFixture.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.IdsExhaustedException;
import io.distid.LeaseLostException;
import io.distid.StoreRegressedException;
import io.distid.testkit.Eventually;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** A fleet whose nodes were removed, and made anew since create=true was left on. */
class LeafSnowflakeMadeAnewTest extends WithLeafSnowflakeFleet {
    private static final long MAX_AHEAD = 1_000;

    private void delete(String node) throws Exception {
        fleet.client.delete().deletingChildrenIfNeeded().forPath(node);
    }

    private String root() {
        return "/snowflake/" + fleet.name;
    }

    private static void assertShut(WorkerLease old) {
        Eventually.await("the loss").until(() -> old.health().lost());
        // Which of the two depends on whether its number was given again by then.
        assertThat(old.failure()).isInstanceOfAny(StoreRegressedException.class, LeaseLostException.class);
        assertThatCode(old::close).doesNotThrowAnyException();
    }

    @Test
    void numberThatIsGivenAgainBeginsAboveWhatItsHolderCanHaveReserved() throws Exception {
        try (WorkerIds one = fleet.open(8080);
                WorkerIds two = fleet.open(8081)) {
            WorkerLease old = one.acquire(request(1023));
            awaitStart(old);
            delete(root());
            long lost = System.currentTimeMillis();
            WorkerLease anew = two.acquire(request(1023));
            assertThat(anew.workerId()).isEqualTo(old.workerId());
            assertThat(anew.stampedUntil())
                    .isGreaterThanOrEqualTo(lost + MAX_AHEAD)
                    .isGreaterThanOrEqualTo(old.reservedUntil());
            assertThat(anew.reservedUntil()).isGreaterThanOrEqualTo(anew.stampedUntil());
            assertShut(old);
            assertThat(old.reservedUntil()).isLessThanOrEqualTo(anew.stampedUntil());
            awaitStart(anew);
            anew.close();
        }
    }

    @Test
    void recordThatWasRemovedIsCreatedAgainAboveWhatItsHolderCanHaveReserved() throws Exception {
        try (WorkerIds one = fleet.open(8080);
                WorkerIds two = fleet.open(8080)) {
            WorkerLease old = one.acquire(request(1023));
            awaitStart(old);
            delete(fleet.record(0));
            delete(fleet.path(8080, 0));
            // Its number is given again, as after a loss of Leaf's nodes alone.
            delete(fleet.forever());
            long lost = System.currentTimeMillis();
            WorkerLease anew = two.acquire(request(1023));
            assertThat(anew.workerId()).isZero();
            assertThat(anew.stampedUntil()).isGreaterThan(lost).isGreaterThanOrEqualTo(old.reservedUntil());
            anew.close();
        }
    }

    @Test
    void numberThatNobodyHadNeedsNoWaitWhereNothingWasLost() {
        try (WorkerIds one = fleet.open(8080);
                WorkerIds two = fleet.open(8081)) {
            WorkerLease first = one.acquire(request(1023));
            awaitStart(first);
            WorkerLease second = two.acquire(request(1023));
            assertThat(second.stampedUntil()).isLessThanOrEqualTo(System.currentTimeMillis());
            first.close();
            second.close();
        }
    }

    @Test
    void numberThatLeafsSequenceGivesAgainBeginsAboveItsHolder() throws Exception {
        try (WorkerIds one = fleet.open(8080);
                WorkerIds two = fleet.open(8081)) {
            WorkerLease old = one.acquire(request(1023));
            awaitStart(old);
            delete(fleet.forever());
            WorkerLease anew = two.acquire(request(1023));
            assertThat(anew.workerId()).isZero();
            assertShut(old);
            assertThat(anew.stampedUntil()).isGreaterThanOrEqualTo(old.reservedUntil());
            anew.close();
        }
    }

    @Test
    void takeoverByAnotherAddressIsNoRegression() {
        AtomicReference<RenewedLease> paused = new AtomicReference<>();
        AtomicReference<RenewedLease> closing = new AtomicReference<>();
        for (AtomicReference<RenewedLease> old : List.of(paused, closing)) {
            int port = old == paused ? 8080 : 8082;
            try (WorkerIds one = fleet.open(port);
                    WorkerIds two = fleet.open(port + 1)) {
                Eventually.await("a free number")
                        .ignoreExceptionsInstanceOf(IdsExhaustedException.class)
                        .until(() -> one.acquire(request(0).withRenewer(old::set)), lease -> true);
                WorkerLease next = Eventually.await("the end of the reservation")
                        .ignoreExceptionsInstanceOf(IdsExhaustedException.class)
                        .until(() -> two.acquire(request(0)), lease -> true);
                assertThat(next.stampedUntil()).isGreaterThanOrEqualTo(old.get().reservedUntil());
                if (old == paused) {
                    assertThat(old.get().renew()).isFalse();
                    assertThat(old.get().failure()).isInstanceOf(LeaseLostException.class);
                } else {
                    assertThatCode(old.get()::close).doesNotThrowAnyException();
                }
                next.close();
            }
        }
    }

    @Test
    void firstStartIsAnnouncedWhereTheFleetOrItsRecordsMayBeMade() throws Exception {
        Duration horizon = Duration.ofMillis(MAX_AHEAD).plus(LeafSnowflakeFixture.RESERVATION);
        try (WorkerIds maker = fleet.open(8080);
                WorkerIds other = fleet.open(8081, "create", "false")) {
            assertThat(maker.firstStart(request(1023))).isEqualTo(horizon);
            assertThat(other.firstStart(request(1023)))
                    .as("where it is refused")
                    .isZero();
            fleet.leafJoins("10.0.0.1:8082", System.currentTimeMillis());
            assertThat(other.firstStart(request(1023)))
                    .as("in a fleet that is Leaf's alone")
                    .isEqualTo(horizon);
            maker.acquire(request(1023)).close();
            assertThat(other.firstStart(request(1023))).isZero();
        }
    }

    @Test
    void numbersOfALostFleetAreNotCreatedAgainUnasked() throws Exception {
        try (WorkerIds one = fleet.open(8080)) {
            one.acquire(request(1023)).close();
        }
        delete(root());
        try (WorkerIds two = fleet.open(8080, "create", "false")) {
            assertThatThrownBy(() -> two.acquire(request(1023))).hasMessageContaining("create=true");
        }
    }
}
