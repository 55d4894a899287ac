package io.distid.zookeeper;

import static io.distid.zookeeper.LeafSnowflakeFixture.awaitStart;
import static io.distid.zookeeper.LeafSnowflakeFixture.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.LeaseLostException;
import io.distid.StoreRegressedException;
import io.distid.testkit.Eventually;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A number that goes back, or is made anew, between a read and a write, and then comes to the versions that were read. */
class LeafSnowflakeRolledBackTest extends WithLeafSnowflakeFleet {
    @TempDir
    private Path directory;

    private final WorkerRequest request = request(0).withRenewer(never -> {});
    private final AtomicReference<RenewedLease> other = new AtomicReference<>();
    private TreeFaults faults;

    private LeafSnowflakeWorkerIds open(@Nullable Path file) {
        faults = new TreeFaults(new CuratorTree(ZooKeeperLink.open(fleet.config(8080))));
        return new LeafSnowflakeWorkerIds(
                faults.tree(),
                new LeafSnowflakeWorkerIds.Settings(
                        fleet.name, "10.0.0.1:8080", true, file, Duration.ofMillis(300), null, Duration.ofSeconds(1)));
    }

    /** One that was held until just now; a next holder's bound lies above its stamp. */
    private void release(WorkerIds source) {
        WorkerLease first = source.acquire(request(0));
        awaitStart(first);
        first.release(System.currentTimeMillis() - 50);
    }

    private void makeAnew(WorkerIds others) {
        try {
            fleet.client.delete().deletingChildrenIfNeeded().forPath("/snowflake/" + fleet.name);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        others.acquire(request.withRenewer(other::set));
    }

    @ParameterizedTest
    @CsvSource({"false, false", "false, true", "true, false", "true, true"})
    void takeThatOverwroteAnotherBeginsAboveIt(boolean madeAnew, boolean answerIsLost) {
        try (WorkerIds others = fleet.open(8080);
                LeafSnowflakeWorkerIds source = open(null)) {
            if (madeAnew) {
                // Not released, so that its versions are those of the one that is made anew.
                others.acquire(request);
            } else {
                release(others);
                faults.rollBackBeforeWrite();
            }
            faults.beforeWrite(() -> {
                if (madeAnew) {
                    makeAnew(others);
                } else {
                    others.acquire(request.withRenewer(other::set));
                }
                if (answerIsLost) {
                    faults.loseAnswerAfter(0);
                }
            });
            if (answerIsLost) {
                assertThatThrownBy(() -> source.acquire(request))
                        .isInstanceOf(BackendException.class)
                        .hasMessage("the answer to commit was lost");
            }
            assertThat(source.acquire(request).stampedUntil())
                    .isGreaterThanOrEqualTo(other.get().reservedUntil());
            assertThat(other.get().renew()).isFalse();
            assertThat(other.get().failure()).isInstanceOf(LeaseLostException.class);
        }
    }

    @Test
    void releaseWithoutAnAnswerThatOverwroteAnotherRaisesIt() {
        try (WorkerIds others = fleet.open(8080);
                LeafSnowflakeWorkerIds source = open(null)) {
            WorkerLease lease = source.acquire(request);
            // With the versions of the one that it was before.
            faults.beforeWrite(() -> {
                makeAnew(others);
                faults.loseAnswerAfter(0);
            });
            assertThatThrownBy(() -> lease.release(lease.stampedUntil()))
                    .isInstanceOf(BackendException.class)
                    .hasMessage("the answer to commit was lost");
            assertThat(others.acquire(request).stampedUntil())
                    .isGreaterThanOrEqualTo(other.get().reservedUntil());
            assertThat(other.get().renew()).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void leaseOfAFileIsShutIfItsFirstUploadOverwroteAnotherAfterARollBack(boolean answerIsLost) throws Exception {
        try (LeafSnowflakeWorkerIds source = open(directory.resolve("one"))) {
            RenewedLease lease = startFromFile(source);
            LeafSnowflakeMark another = new LeafSnowflakeMark(
                    System.currentTimeMillis(), System.currentTimeMillis() + 500, 900, true, "token", "another");
            faults.rollBackBeforeWrite();
            faults.beforeWrite(() -> {
                write(another);
                if (answerIsLost) {
                    faults.loseAnswerAfter(0);
                }
            });
            requireShut(lease, answerIsLost, another::bound);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void leaseOfAFileIsShutIfItsFirstUploadOverwroteAnotherThatWasMadeAnew(boolean answerIsLost) throws Exception {
        try (LeafSnowflakeWorkerIds source = open(directory.resolve("one"));
                WorkerIds others =
                        fleet.open(8080, "file", directory.resolve("two").toString())) {
            RenewedLease lease = startFromFile(source);
            AtomicReference<Long> bound = new AtomicReference<>();
            faults.beforeWrite(() -> {
                makeAnew(others);
                // Written twice, as that of the fleet before.
                assertThat(other.get().renew()).isTrue();
                bound.set(other.get().reservedUntil());
                if (answerIsLost) {
                    faults.loseAnswerAfter(0);
                }
            });
            requireShut(lease, answerIsLost, bound::get);
            assertThat(other.get().renew()).isFalse();
            assertThat(other.get().failure()).isInstanceOf(LeaseLostException.class);
        }
    }

    /** A lease of a process that did not reach ZooKeeper when it began, and does now. */
    private RenewedLease startFromFile(LeafSnowflakeWorkerIds source) {
        WorkerLease first = source.acquire(request);
        Eventually.await("the end of a first start").until(() -> System.currentTimeMillis() > first.stampedUntil());
        first.release(first.stampedUntil());
        AtomicReference<RenewedLease> lease = new AtomicReference<>();
        faults.disconnected(true);
        source.acquire(request.withRenewer(lease::set));
        faults.disconnected(false);
        return lease.get();
    }

    private void requireShut(RenewedLease lease, boolean answerIsLost, LongSupplier overwritten) throws Exception {
        if (answerIsLost) {
            assertThat(lease.renew()).as("renewed in the file alone").isTrue();
        }
        assertThat(lease.renew()).isFalse();
        assertThat(lease.failure())
                .isInstanceOf(StoreRegressedException.class)
                .hasMessageContaining("made anew, or transactions that are behind")
                .hasMessageContaining("this node has its number by its file");
        LeafSnowflakeMark mark =
                LeafSnowflakeMark.parse("", fleet.client.getData().forPath(fleet.mark(0)));
        assertThat(mark.isReleased()).isTrue();
        assertThat(mark.bound()).isGreaterThanOrEqualTo(overwritten.getAsLong());
    }

    private void write(LeafSnowflakeMark mark) {
        byte[] upload =
                LeafSnowflakeUpload.of("10.0.0.1:8080", mark.timestamp()).bytes();
        try {
            fleet.client
                    .transaction()
                    .forOperations(
                            fleet.client.transactionOp().setData().forPath(fleet.path(8080, 0), upload),
                            fleet.client.transactionOp().setData().forPath(fleet.mark(0), mark.bytes()));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
