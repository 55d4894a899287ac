package io.distid.zookeeper;

import static io.distid.zookeeper.LeafSnowflakeFixture.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.distid.BackendException;
import io.distid.testkit.Eventually;
import io.distid.testkit.ServerExtension;
import io.distid.testservers.ZooKeeperServer;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A server that is killed, paused, and not there at the start. */
@Order(3)
class LeafSnowflakeFaultTest {
    @RegisterExtension
    static final ServerExtension<ZooKeeperServer> SERVER = new ServerExtension<>(ZooKeeperServer::start);

    /** For servers that are down. */
    private static final String SHORT = "2s";

    private static final int MOST_ATTEMPTS = 5;

    @TempDir
    private Path directory;

    private LeafSnowflakeFixture fleet;

    @BeforeAll
    static void requireFaults() {
        SERVER.requireFaults();
    }

    @BeforeEach
    void connect() {
        fleet = new LeafSnowflakeFixture(SERVER.get());
    }

    @AfterEach
    void disconnect() {
        fleet.close();
    }

    private WorkerIds open() {
        return Eventually.untilAnswered(() -> fleet.open(8080, "session-timeout", "1s", "timeout", SHORT));
    }

    private WorkerIds openWithFile() {
        String file = directory.resolve("worker").toString();
        return Eventually.untilAnswered(
                () -> fleet.open(8080, "session-timeout", "1s", "timeout", SHORT, "file", file));
    }

    private static WorkerLease acquire(WorkerIds source) {
        return Eventually.untilAnswered(() -> source.acquire(request(1023)));
    }

    /** A busy server may be too late for the short time-out; then the lease ends by itself. */
    private static void close(WorkerLease lease) {
        Throwable error = catchThrowable(lease::close);
        if (error != null) {
            assertThat(error).isInstanceOf(BackendException.class);
        }
    }

    private static boolean goesOn(WorkerLease lease) {
        return lease.failure() == null && lease.reservedUntil() > System.currentTimeMillis();
    }

    @Test
    void withoutAFileTicksEndAtTheBoundAndResumeWithTheServer() {
        try (WorkerIds source = open()) {
            WorkerLease lease = acquire(source);
            SERVER.kill();
            try {
                Eventually.await("a failed renewal").until(() -> lease.failure() != null);
                assertThat(lease.failure()).isInstanceOf(BackendException.class);
                Eventually.await("the end of the reservation")
                        .until(() -> lease.reservedUntil() < System.currentTimeMillis());
                assertThat(lease.health().lost()).isFalse();
            } finally {
                SERVER.restart();
            }
            Eventually.await("renewals").until(() -> goesOn(lease));
            close(lease);
        }
    }

    @Test
    void pausedServerIsWaitedForAndNotLonger() {
        try (WorkerIds source = open()) {
            WorkerLease lease = acquire(source);
            SERVER.get().pause();
            try {
                Eventually.await("a failed renewal").until(() -> lease.failure() != null);
            } finally {
                SERVER.get().resume();
            }
            Eventually.await("renewals").until(() -> goesOn(lease));
            close(lease);
        }
    }

    @Test
    void withAFileTicksGoOnWithoutTheServerAndAreUploadedAgain() throws Exception {
        try (WorkerIds source = openWithFile()) {
            WorkerLease lease = acquire(source);
            long first = lease.reservedUntil();
            SERVER.kill();
            try {
                Eventually.await("more than two reservations").until(() -> lease.reservedUntil() > first + 2_000);
                assertThat(lease.failure()).isNull();
            } finally {
                SERVER.restart();
            }
            long last = lease.reservedUntil();
            Eventually.await("an upload").until(() -> fleet.timestamp(fleet.path(8080, 0)) > last);
            long stamp = lease.reservedUntil();
            lease.release(stamp);
            WorkerLease again = acquire(source);
            // A renewal that was under way may have written a later bound, which is as good.
            assertThat(again.stampedUntil()).isBetween(stamp, System.currentTimeMillis() + 2_000);
            again.close();
        }
    }

    @Test
    void fileStartsTheProcessWhileTheServerIsDown() throws Exception {
        long stamp = System.currentTimeMillis();
        try (WorkerIds source = openWithFile()) {
            acquire(source).release(stamp);
        }
        for (int attempt = 1; !startsFromTheFileAndIsReleased(stamp); attempt++) {
            assertThat(attempt)
                    .as("attempts at which ZooKeeper was not told of the release")
                    .isLessThan(MOST_ATTEMPTS);
        }
    }

    /** False if the release is in the file alone, as where a busy server was too late for the short time-out. */
    private boolean startsFromTheFileAndIsReleased(long stamp) throws Exception {
        SERVER.kill();
        WorkerIds source = null;
        try {
            source = openWithFile();
            WorkerLease lease = acquire(source);
            assertThat(lease.workerId()).isZero();
            assertThat(lease.stampedUntil()).isGreaterThanOrEqualTo(stamp);
            long first = lease.reservedUntil();
            Eventually.await("a renewal in the file").until(() -> lease.reservedUntil() > first);
            SERVER.restart();
            Eventually.await("an upload").until(() -> fleet.timestamp(fleet.path(8080, 0)) > first + 1);
            lease.release(lease.reservedUntil());
            return LeafSnowflakeMark.parse("", fleet.client.getData().forPath(fleet.mark(0)))
                    .isReleased();
        } finally {
            SERVER.restart();
            if (source != null) {
                source.close();
            }
        }
    }

    @Test
    void releaseWhileTheServerIsDownIsExactInTheFile() throws Exception {
        try (WorkerIds source = openWithFile()) {
            WorkerLease lease = acquire(source);
            long uploaded = lease.reservedUntil();
            SERVER.kill();
            try {
                Eventually.await("ticks beyond what was uploaded")
                        .until(() -> lease.reservedUntil() > uploaded + 1_000);
                long stamp = lease.reservedUntil();
                lease.release(stamp);
                assertThat(Files.readString(directory.resolve("worker"))).contains("reserved-until " + stamp);
            } finally {
                SERVER.restart();
            }
        }
        try (WorkerIds source = openWithFile()) {
            acquire(source).close();
        }
    }

    /** The limit is for a start that would wait for ever. */
    @Test
    @Timeout(value = 3, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void startWithoutServerAndFileIsAnErrorInTime() {
        SERVER.kill();
        try {
            assertThatThrownBy(() -> fleet.open(8080, "timeout", "2s"))
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining(SERVER.get().connectString());
            String missing = directory.resolve("missing").toString();
            assertThatThrownBy(() -> fleet.open(8080, "timeout", "1s", "file", missing))
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining(SERVER.get().connectString());
        } finally {
            SERVER.restart();
        }
    }
}
