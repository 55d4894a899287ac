package io.distid.zookeeper;

import static io.distid.zookeeper.LeafSnowflakeFixture.awaitStart;
import static io.distid.zookeeper.LeafSnowflakeFixture.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.LeaseLostException;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A number that goes back, or is made anew, between a read and a write, and then comes to the versions that were read. */
class LeafSnowflakeRolledBackTest extends WithLeafSnowflakeFleet {
    @TempDir
    private Path directory;

    private final WorkerRequest request = request(0).withRenewer(never -> {});
    private final AtomicReference<RenewedLease> other = new AtomicReference<>();
    private TreeFaults faults;

    private LeafSnowflakeWorkerIds open(@Nullable Path file) {
        faults = new TreeFaults(
                new CuratorTree(ZooKeeperLink.open(fleet.config(8080, "session-timeout", "10s", "timeout", "5s"))));
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
}
