package io.distid.zookeeper;

import static io.distid.zookeeper.LeafFixture.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.spi.WorkerIds;
import io.distid.spi.WorkerLease;
import io.distid.testkit.server.ServerAssumptions;
import io.distid.testkit.server.ZooKeeperServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server that is killed, paused, and not there at the start. */
@Order(3)
class LeafFaultTest {
    private static ZooKeeperServer server;

    @TempDir
    private Path directory;

    private LeafFixture fleet;

    @BeforeAll
    static void start() {
        server = ServerAssumptions.orSkip(ZooKeeperServer::start);
        Assumptions.assumeTrue(server.canFault(), "an endpoint cannot be hurt: " + server);
    }

    @AfterAll
    static void end() {
        if (server != null) {
            server.close();
        }
    }

    @BeforeEach
    void connect() {
        fleet = new LeafFixture(server);
    }

    @AfterEach
    void disconnect() {
        fleet.close();
    }

    private WorkerIds openWithFile(int port) {
        return fleet.open(port, "file", directory.resolve("worker").toString());
    }

    private static ConditionFactory await(String what) {
        return Awaitility.await(what).atMost(Duration.ofSeconds(30));
    }

    private static boolean goesOn(WorkerLease lease) {
        return lease.failure() == null && lease.reservedUntil() > System.currentTimeMillis();
    }

    @Test
    void withoutAFileTicksEndAtTheBoundAndResumeWithTheServer() {
        try (WorkerIds source = fleet.open(8080)) {
            WorkerLease lease = source.acquire(request(1023));
            server.kill();
            try {
                await("a failed renewal").until(() -> lease.failure() != null);
                assertThat(lease.failure()).isInstanceOf(BackendException.class);
                await("the end of the reservation").until(() -> lease.reservedUntil() < System.currentTimeMillis());
                assertThat(lease.health().lost()).isFalse();
            } finally {
                server.restart();
            }
            await("renewals").until(() -> goesOn(lease));
            lease.close();
        }
    }

    @Test
    void pausedServerIsWaitedForAndNotLonger() {
        try (WorkerIds source = fleet.open(8080)) {
            WorkerLease lease = source.acquire(request(1023));
            server.pause();
            try {
                await("a failed renewal").until(() -> lease.failure() != null);
            } finally {
                server.resume();
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
            server.kill();
            try {
                await("more than two reservations").until(() -> lease.reservedUntil() > first + 2_000);
                assertThat(lease.failure()).isNull();
            } finally {
                server.restart();
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
        server.kill();
        WorkerIds source = null;
        try {
            source = openWithFile(8080);
            WorkerLease lease = source.acquire(request(1023));
            assertThat(lease.workerId()).isZero();
            assertThat(lease.stampedUntil()).isGreaterThanOrEqualTo(stamp);
            long first = lease.reservedUntil();
            await("a renewal in the file").until(() -> lease.reservedUntil() > first);
            server.restart();
            await("an upload").until(() -> fleet.timestamp(fleet.path(8080, 0)) > first + 1);
            lease.release(lease.reservedUntil());
            assertThat(LeafMark.parse("", fleet.client.getData().forPath(fleet.mark(0)))
                            .isReleased())
                    .isTrue();
        } finally {
            server.restart();
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
            server.kill();
            try {
                await("ticks beyond what was uploaded").until(() -> System.currentTimeMillis() > uploaded + 1_000);
                long stamp = System.currentTimeMillis();
                lease.release(stamp);
                assertThat(Files.readString(directory.resolve("worker"))).contains("reserved-until " + stamp);
            } finally {
                server.restart();
            }
        }
        try (WorkerIds source = openWithFile(8080)) {
            source.acquire(request(1023)).close();
        }
    }

    @Test
    @Timeout(10)
    void startWithoutServerAndFileIsAnErrorInTime() {
        server.kill();
        try {
            long start = System.nanoTime();
            assertThatThrownBy(() -> fleet.open(8080, "timeout", "2s"))
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining(server.connectString());
            assertThatThrownBy(() -> fleet.open(
                            8080, "file", directory.resolve("missing").toString()))
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining(server.connectString());
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(5));
        } finally {
            server.restart();
        }
    }
}
