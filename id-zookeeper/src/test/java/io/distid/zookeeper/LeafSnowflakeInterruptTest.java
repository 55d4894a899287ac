package io.distid.zookeeper;

import static io.distid.zookeeper.LeafSnowflakeFixture.request;
import static io.distid.zookeeper.LeafSnowflakeFixture.use;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.distid.BackendException;
import io.distid.InterruptedIdException;
import io.distid.testkit.Leases;
import io.distid.testkit.ServerAssumptions;
import io.distid.testservers.LossyLink;
import io.distid.testservers.ZooKeeperServer;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Threads that are interrupted while they wait for the answer to a transaction, which is carried out all the same. */
class LeafSnowflakeInterruptTest extends WithLeafSnowflakeFleet {
    @TempDir
    private Path directory;

    private LossyLink link;
    private TreeFaults faults;

    @BeforeEach
    void listen() {
        ZooKeeperServer server = ServerAssumptions.orSkip(ZooKeeperServer::shared);
        link = new LossyLink(new InetSocketAddress(server.host(), server.port()));
    }

    @AfterEach
    void cut() {
        if (link != null) {
            link.close();
        }
    }

    private LeafSnowflakeWorkerIds open(String name, @Nullable Path file) {
        String chroot = fleet.connect.substring(fleet.connect.indexOf('/'));
        String connect = link.address().getHostString() + ":" + link.address().getPort() + chroot;
        faults = new TreeFaults(new CuratorTree(ZooKeeperLink.open(fleet.config(8080, "connect", connect))));
        return new LeafSnowflakeWorkerIds(
                faults.tree(),
                new LeafSnowflakeWorkerIds.Settings(
                        name, "10.0.0.1:8080", true, file, Duration.ofMillis(300), null, Duration.ofSeconds(1)));
    }

    private static void requireInterrupted(ThrowingCallable call) {
        Throwable error = catchThrowable(call);
        assertThat(Thread.interrupted()).as("interrupt status after %s", error).isTrue();
        assertThat(error).isInstanceOf(InterruptedIdException.class);
    }

    @Test
    void whicheverChangeOfAFirstLeaseIsInterruptedTheNextAttemptHasTheNumberAndItsFile() throws Exception {
        WorkerRequest request = request(0).withRenewer(never -> {});
        for (int change = 0; ; change++) {
            String name = "fleet-" + change;
            Path file = directory.resolve(name);
            try (LeafSnowflakeWorkerIds source = open(name, file)) {
                faults.interruptAfter(change, link);
                Throwable error = catchThrowable(() -> source.acquire(request));
                if (error == null) {
                    assertThat(change).as("changes of a first lease").isGreaterThanOrEqualTo(6);
                    return;
                }
                assertThat(Thread.interrupted())
                        .as("interrupt status after %s", error)
                        .isTrue();
                assertThat(error).isInstanceOf(InterruptedIdException.class);
                WorkerLease again = source.acquire(request);
                assertThat(again.workerId()).isZero();
                assertThat(file).content().contains("worker-id 0", "reserved-until " + again.reservedUntil());
                assertThat(fleet.client.getChildren().forPath("/snowflake/" + name + "/forever"))
                        .containsExactly("10.0.0.1:8080-0000000000");
                again.close();
            }
        }
    }

    /** An interrupt makes the file impossible to write, after ZooKeeper has noted that there is one. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void numberWhoseFileCouldNotBeWrittenIsHadByTheNextAttempt(boolean givenBack) throws Exception {
        Path file = directory.resolve("file");
        WorkerRequest request = request(0).withRenewer(never -> {});
        try (LeafSnowflakeWorkerIds source = open("unwritten", file)) {
            faults.afterCommit(() -> {
                Thread.currentThread().interrupt();
                faults.beforeWrite(() -> {
                    if (!givenBack) {
                        throw new BackendException("not carried out");
                    }
                });
            });
            Throwable error = catchThrowable(() -> source.acquire(request));
            assertThat(Thread.interrupted())
                    .as("interrupt status after %s", error)
                    .isTrue();
            assertThat(error).isInstanceOf(BackendException.class).hasMessageContaining("cannot be written");
            assertThat(error.getSuppressed()).hasSize(givenBack ? 0 : 1);
            WorkerLease again = source.acquire(request);
            assertThat(again.workerId()).isZero();
            assertThat(file).content().contains("worker-id 0", "reserved-until " + again.reservedUntil());
            again.close();
        }
    }

    @Test
    void leaseThatWasInterruptedBeginsAboveTheStampOfTheHolderBefore() {
        long stamp;
        try (WorkerIds source = fleet.open(8080)) {
            stamp = use(Leases.byHand(source, request(0)));
        }
        try (LeafSnowflakeWorkerIds source = open(fleet.name, null)) {
            // The first change asks for the time, the second is the lease.
            faults.interruptAfter(1, link);
            requireInterrupted(() -> Leases.byHand(source, request(0)));
            RenewedLease lease = Leases.byHand(source, request(0));
            assertThat(lease.stampedUntil()).isEqualTo(stamp);
            lease.close();
        }
    }

    @Test
    void releaseThatWasInterruptedAndOverwroteAnotherRaisesIt() {
        AtomicReference<RenewedLease> other = new AtomicReference<>();
        WorkerRequest request = request(0).withRenewer(never -> {});
        try (WorkerIds others = fleet.open(8080);
                LeafSnowflakeWorkerIds source = open(fleet.name, null)) {
            WorkerLease lease = source.acquire(request);
            // With the versions of the one that it was before.
            faults.beforeWrite(() -> {
                makeAnew(others, request.withRenewer(other::set));
                faults.interruptAfter(0, link);
            });
            requireInterrupted(() -> lease.release(lease.stampedUntil()));
            assertThat(others.acquire(request).stampedUntil())
                    .isGreaterThanOrEqualTo(other.get().reservedUntil());
            assertThat(other.get().renew()).isFalse();
        }
    }

    private void makeAnew(WorkerIds others, WorkerRequest request) {
        try {
            fleet.client.delete().deletingChildrenIfNeeded().forPath("/snowflake/" + fleet.name);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        others.acquire(request);
    }

    @Test
    void uploadThatIsInterruptedDoesNotKeepTheBoundOfAFileFromMoving() {
        try (LeafSnowflakeWorkerIds source = open(fleet.name, directory.resolve("worker"))) {
            RenewedLease lease = Leases.byHand(source, request(0));
            faults.interruptAfter(0, link);
            boolean renewed = lease.renew();
            assertThat(Thread.interrupted()).as("interrupt status").isTrue();
            assertThat(renewed).as("renewed in the file").isTrue();
            assertThat(lease.renew()).as("renewed in both").isTrue();
            lease.close();
        }
    }

    @Test
    void releaseWhoseUploadIsInterruptedLowersTheFileToWhatZooKeeperMayHave() throws Exception {
        Path file = directory.resolve("worker");
        try (LeafSnowflakeWorkerIds source = open(fleet.name, file)) {
            RenewedLease lease = Leases.byHand(source, request(0));
            long uploaded = lease.reservedUntil();
            faults.disconnected(true);
            Leases.renewAbove(lease, uploaded);
            faults.disconnected(false);
            faults.interruptAfter(0, link);
            lease.release(lease.stampedUntil());
            assertThat(Thread.interrupted()).as("interrupt status").isTrue();
            assertThat(Files.readString(file)).contains("reserved-until " + uploaded);
            RenewedLease again = Leases.byHand(source, request(0));
            assertThat(again.stampedUntil()).isEqualTo(uploaded);
            again.close();
        }
    }
}
