package io.distid.zookeeper;

import static io.distid.zookeeper.LeafSnowflakeFixture.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.testkit.Patience;
import io.distid.testkit.ServerExtension;
import io.distid.testservers.ZooKeeperServer;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.core.ConditionFactory;
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

    private WorkerIds openWithFile(int port) {
        return fleet.open(port, "file", directory.resolve("worker").toString());
    }

    private static ConditionFactory await(String what) {
        return Patience.await(what);
    }

    private static boolean goesOn(WorkerLease lease) {
        return lease.failure() == null && lease.reservedUntil() > System.currentTimeMillis();
    }

    @Test
    void withoutAFileTicksEndAtTheBoundAndResumeWithTheServer() {
        try (WorkerIds source = fleet.open(8080)) {
            WorkerLease lease = source.acquire(request(1023));
            SERVER.kill();
            try {
                await("a failed renewal").until(() -> lease.failure() != null);
                assertThat(lease.failure()).isInstanceOf(BackendException.class);
                await("the end of the reservation").until(() -> lease.reservedUntil() < System.currentTimeMillis());
                assertThat(lease.health().lost()).isFalse();
            } finally {
                SERVER.restart();
            }
            await("renewals").until(() -> goesOn(lease));
            lease.close();
        }
    }

    @Test
    void pausedServerIsWaitedForAndNotLonger() {
        try (WorkerIds source = fleet.open(8080)) {
            WorkerLease lease = source.acquire(request(1023));
            SERVER.get().pause();
            try {
                await("a failed renewal").until(() -> lease.failure() != null);
            } finally {
                SERVER.get().resume();
            }
            await("renewals").until(() -> goesOn(lease));
            lease.close();
        }
    }

    @Test
    void withAFileTicksGoOnWithoutTheServerAndAreUploadedAgain() throws Exception {
        try (WorkerIds source = openWithFile(8080)) {
            WorkerLease lease = source.acquire(request(1023));
            long first = lease.reservedUntil();
            SERVER.kill();
            try {
                await("more than two reservations").until(() -> lease.reservedUntil() > first + 2_000);
                assertThat(lease.failure()).isNull();
            } finally {
                SERVER.restart();
            }
            long last = lease.reservedUntil();
            await("an upload").until(() -> fleet.timestamp(fleet.path(8080, 0)) > last);
            long stamp = System.currentTimeMillis();
            lease.release(stamp);
            WorkerLease again = source.acquire(request(1023));
            assertThat(again.stampedUntil()).isEqualTo(stamp);
            again.close();
        }
    }

    @Test
    void fileStartsTheProcessWhileTheServerIsDown() throws Exception {
        long stamp = System.currentTimeMillis();
        try (WorkerIds source = openWithFile(8080)) {
            source.acquire(request(1023)).release(stamp);
        }
        SERVER.kill();
        WorkerIds source = null;
        try {
            source = openWithFile(8080);
            WorkerLease lease = source.acquire(request(1023));
            assertThat(lease.workerId()).isZero();
            assertThat(lease.stampedUntil()).isGreaterThanOrEqualTo(stamp);
            long first = lease.reservedUntil();
            await("a renewal in the file").until(() -> lease.reservedUntil() > first);
            SERVER.restart();
            await("an upload").until(() -> fleet.timestamp(fleet.path(8080, 0)) > first + 1);
            lease.release(lease.reservedUntil());
            assertThat(LeafSnowflakeMark.parse("", fleet.client.getData().forPath(fleet.mark(0)))
                            .isReleased())
                    .isTrue();
        } finally {
            SERVER.restart();
            if (source != null) {
                source.close();
            }
        }
    }

    @Test
    void releaseWhileTheServerIsDownIsExactInTheFile() throws Exception {
        try (WorkerIds source = openWithFile(8080)) {
            WorkerLease lease = source.acquire(request(1023));
            long uploaded = lease.reservedUntil();
            SERVER.kill();
            try {
                await("ticks beyond what was uploaded").until(() -> System.currentTimeMillis() > uploaded + 1_000);
                long stamp = System.currentTimeMillis();
                lease.release(stamp);
                assertThat(Files.readString(directory.resolve("worker"))).contains("reserved-until " + stamp);
            } finally {
                SERVER.restart();
            }
        }
        try (WorkerIds source = openWithFile(8080)) {
            source.acquire(request(1023)).close();
        }
    }

    @Test
    @Timeout(10)
    void startWithoutServerAndFileIsAnErrorInTime() {
        SERVER.kill();
        try {
            long start = System.nanoTime();
            assertThatThrownBy(() -> fleet.open(8080, "timeout", "2s"))
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining(SERVER.get().connectString());
            assertThatThrownBy(() -> fleet.open(
                            8080, "file", directory.resolve("missing").toString()))
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining(SERVER.get().connectString());
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
        } finally {
            SERVER.restart();
        }
    }
}
