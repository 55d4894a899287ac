package io.distid.zookeeper;

import static io.distid.zookeeper.LeafSnowflakeFixture.request;
import static io.distid.zookeeper.LeafSnowflakeFixture.use;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.IdsExhaustedException;
import io.distid.StoreRegressedException;
import io.distid.testkit.Eventually;
import io.distid.testkit.Leases;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The number that a file keeps, while ZooKeeper answers. */
class LeafSnowflakeFileTest extends WithLeafSnowflakeFleet {
    @TempDir
    private Path directory;

    private Path file() {
        return directory.resolve("worker");
    }

    private WorkerIds openWithFile(int port) {
        return fleet.open(port, "file", file().toString());
    }

    @Test
    void crashedProcessIsBackAtOnceSinceItsFileProvesItDead() throws Exception {
        Path crashed = directory.resolve("crashed");
        long reserved;
        try (WorkerIds source = openWithFile(8080)) {
            RenewedLease lease = Leases.byHand(source, request(1023));
            Files.copy(file(), crashed);
            reserved = lease.reservedUntil();
            assertThat(Files.readString(file())).contains("worker-id 0", "layout " + LeafSnowflakeFixture.LAYOUT);
            // What a crash leaves: the last bound in the file and in ZooKeeper.
            byte[] node = fleet.client.getData().forPath(fleet.path(8080, 0));
            byte[] mark = fleet.client.getData().forPath(fleet.mark(0));
            lease.release(System.currentTimeMillis());
            fleet.client
                    .transaction()
                    .forOperations(
                            fleet.client.transactionOp().setData().forPath(fleet.path(8080, 0), node),
                            fleet.client.transactionOp().setData().forPath(fleet.mark(0), mark));
            Files.move(crashed, file(), StandardCopyOption.REPLACE_EXISTING);
            WorkerLease again = source.acquire(request(1023));
            assertThat(again.workerId()).isZero();
            assertThat(again.stampedUntil()).isEqualTo(reserved);
            again.close();
        }
    }

    @Test
    void releaseIsExactInTheFileToo() throws Exception {
        try (WorkerIds source = openWithFile(8080)) {
            long stamp = use(Leases.byHand(source, request(1023)));
            assertThat(Files.readString(file())).contains("reserved-until " + stamp);
            WorkerLease again = source.acquire(request(1023));
            assertThat(again.stampedUntil()).isEqualTo(stamp);
            again.close();
        }
    }

    @Test
    void fileIsAheadOfZooKeeperWithEveryBound() throws Exception {
        try (WorkerIds source = openWithFile(8080)) {
            WorkerLease lease = source.acquire(request(1023));
            long first = lease.reservedUntil();
            Eventually.await("a renewal").until(() -> lease.reservedUntil() > first);
            long uploaded = fleet.timestamp(fleet.path(8080, 0)) - 1;
            String text = Files.readString(file());
            long kept = Long.parseLong(text.replaceAll("(?s).*reserved-until (\\d+).*", "$1"));
            assertThat(kept).isGreaterThanOrEqualTo(uploaded);
            lease.close();
        }
    }

    @Test
    void secondProcessOfOneFileIsRefused() {
        try (WorkerIds one = openWithFile(8080);
                WorkerIds two = openWithFile(8080)) {
            WorkerLease lease = one.acquire(request(1023));
            assertThatThrownBy(() -> two.acquire(request(1023)))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining(file().toString());
            lease.close();
        }
    }

    @Test
    void numberOfAFileIsNeverGivenToAnother() {
        try (WorkerIds keeper = openWithFile(8080);
                WorkerIds other = fleet.open(8081);
                WorkerIds sameAddress = fleet.open(8080)) {
            keeper.acquire(request(0)).release(System.currentTimeMillis());
            assertThatThrownBy(() -> other.acquire(request(0))).isInstanceOf(IdsExhaustedException.class);
            assertThatThrownBy(() -> sameAddress.acquire(request(0)))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("kept by a file")
                    .hasMessageContaining(fleet.mark(0));
        }
    }

    @Test
    void numberFollowsItsFileToAnotherAddress() throws Exception {
        try (WorkerIds before = openWithFile(8080);
                WorkerIds after = openWithFile(9090)) {
            long stamp = use(Leases.byHand(before, request(0)));
            WorkerLease moved = after.acquire(request(0));
            assertThat(moved.workerId()).isZero();
            assertThat(moved.stampedUntil()).isEqualTo(stamp);
            assertThat(fleet.nodes()).containsExactly("10.0.0.1:9090-0000000000");
            long bound = moved.reservedUntil();
            Eventually.await("a renewal").until(() -> moved.reservedUntil() > bound);
            assertThat(fleet.timestamp(fleet.path(9090, 0))).isGreaterThan(bound + 1);
            moved.close();
        }
    }

    @Test
    void oldCopyOfAFileIsRefused() throws Exception {
        Path copy = directory.resolve("copy");
        try (WorkerIds source = openWithFile(8080)) {
            use(Leases.byHand(source, request(1023)));
            Files.copy(file(), copy);
            use(Leases.byHand(source, request(1023)));
            Files.move(copy, file(), StandardCopyOption.REPLACE_EXISTING);
            assertThatThrownBy(() -> source.acquire(request(1023)))
                    .isInstanceOf(StoreRegressedException.class)
                    .hasMessageContaining("old copy");
        }
    }

    @Test
    void fileWhoseNodeIsGoneIsRefused() throws Exception {
        try (WorkerIds source = openWithFile(8080)) {
            source.acquire(request(1023)).close();
            fleet.client.delete().forPath(fleet.path(8080, 0));
            assertThatThrownBy(() -> source.acquire(request(1023)))
                    .isInstanceOf(StoreRegressedException.class)
                    .hasMessageContaining("restored");
        }
    }

    @Test
    void damagedFileIsRefused() throws Exception {
        Files.writeString(file(), "workerID=7");
        try (WorkerIds source = openWithFile(8080)) {
            assertThatThrownBy(() -> source.acquire(request(1023)))
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining(file().toString());
        }
    }

    @Test
    void fileOfAnotherRangeIsRefused() {
        try (WorkerIds one = fleet.open(8079);
                WorkerIds source = openWithFile(8080)) {
            one.acquire(request(1023)).close();
            source.acquire(request(1023)).close();
            assertThatThrownBy(() -> source.acquire(request(0)))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("worker id 1, not one from 0 to 0");
        }
    }

    @Test
    void directoryThatIsMissingIsRefusedBeforeANumberIsKept() {
        try (WorkerIds source =
                fleet.open(8080, "file", directory.resolve("no/such/file").toString())) {
            assertThatThrownBy(() -> source.acquire(request(1023)))
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining("no/such/file");
        }
    }
}
