package io.distid.internal.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.LeaseLostException;
import io.distid.spi.CapturedLog;
import io.distid.spi.IdConfig;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileWorkerIdsTest {
    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
    private static final Duration RESERVATION = Duration.ofHours(1);

    @TempDir
    Path directory;

    @Test
    void firstStartTakesTwiceTheReservationUnlessThereIsAFile() {
        WorkerRequest request = request("orders");
        assertThat(created().firstStart(request)).isEqualTo(RESERVATION.multipliedBy(2));
        assertThat(source(Map.of("id", "7")).firstStart(request)).isZero();
        created().acquire(request).close();
        assertThat(created().firstStart(request)).isZero();
    }

    @Test
    void missingFileIsRefusedUnlessCreationIsAskedFor() {
        assertThatThrownBy(() -> source(Map.of("id", "7")).acquire(request("orders")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("node.worker does not exist")
                .hasMessageContaining("worker.file-create=true");
        assertThat(path()).doesNotExist();
    }

    @Test
    void missingFileIsCreatedWithTheIdThatTheStrategyDerived() {
        WorkerRequest derived = new WorkerRequest(
                "orders", 1023, OptionalInt.of(513), RESERVATION, "time41", "test", InstantSource.fixed(NOW));
        WorkerLease lease = source(Map.of("file-create", "true")).acquire(derived);
        assertThat(lease.workerId()).isEqualTo(513);
        lease.close();

        WorkerLease again = source(Map.of()).acquire(request("orders"));
        assertThat(again.workerId()).isEqualTo(513);
        again.close();
        assertThatThrownBy(
                        () -> source(Map.of("file-create", "true", "id", "7")).acquire(derived))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("belongs to worker id 513, not 7");
    }

    @Test
    void boundIsDurableBeforeItIsReturned() throws IOException {
        WorkerLease lease = created().acquire(request("orders"));

        assertThat(lease.workerId()).isEqualTo(7);
        assertThat(kept().reservedUntil()).isEqualTo(lease.reservedUntil());
        lease.close();
    }

    /** Its holder's ticks lead its clock by at most a reservation, and its bound lies a reservation above those. */
    @Test
    void fileThatIsStartedBeginsAboveAllThatTheHolderOfALostOneMayHaveReserved() throws Exception {
        try (FileHolder other = FileHolder.start(path())) {
            other.acquire();
            long reported = FileHolder.bound(other.renew());
            Files.delete(path());
            Files.delete(directory.resolve("node.worker.lock"));

            WorkerLease lease = created().acquire(request("orders"));

            assertThat(lease.stampedUntil())
                    .isGreaterThanOrEqualTo(reported)
                    .isEqualTo(NOW.plus(RESERVATION.multipliedBy(2)).toEpochMilli())
                    .isEqualTo(lease.reservedUntil());
            assertThat(other.renew()).isEqualTo("false " + LeaseLostException.class);
            lease.close();
        }
    }

    @Test
    void fileThatIsStartedIsLoggedWithItsIdAndItsFirstInstant() {
        try (CapturedLog log = new CapturedLog(FileWorkerIds.class)) {
            created().acquire(request("orders")).close();
            created().acquire(request("orders")).close();
            assertThat(log.lines())
                    .singleElement()
                    .satisfies(line -> assertThat(line)
                            .startsWith("INFO ")
                            .contains("node.worker is started for worker id 7 of namespace \"orders\"")
                            .contains("2026-11-20T14:00:00Z"));
        }
    }

    @Test
    void successorReservesNoFurtherAheadOfItsClockThanAStartedFileBegins() {
        Instant far = NOW.plus(RESERVATION.multipliedBy(2)).minusMillis(1);
        created().acquire(request("orders")).release(far.toEpochMilli());
        WorkerLease second = created().acquire(request("orders"));
        assertThat(second.stampedUntil()).isEqualTo(far.toEpochMilli());
        assertThat(second.reservedUntil()).isEqualTo(far.plusMillis(1).toEpochMilli());
        second.close();
    }

    @Test
    void successorOfAHolderWhoseClockWasFarAheadReservesNothingBeforeItsClockComesNear() {
        WorkerRequest ahead = new WorkerRequest(
                "orders",
                1023,
                OptionalInt.empty(),
                RESERVATION,
                "time41",
                "test",
                InstantSource.fixed(NOW.plus(Duration.ofDays(1))));
        created().acquire(ahead).close();
        WorkerLease second = created().acquire(request("orders"));
        assertThat(second.stampedUntil())
                .isEqualTo(NOW.plus(Duration.ofDays(1))
                        .plus(RESERVATION.multipliedBy(2))
                        .toEpochMilli())
                .isEqualTo(second.reservedUntil());
        second.close();
    }

    @Test
    void cleanCloseKeepsTheExactLastStamp() {
        long lastStamp = NOW.plusMillis(1234).toEpochMilli();
        created().acquire(request("orders")).release(lastStamp);

        WorkerLease next = source(Map.of()).acquire(request("orders"));

        assertThat(next.stampedUntil()).isEqualTo(lastStamp);
        next.close();
    }

    @Test
    void renewalMovesTheBoundOnDisk() throws IOException {
        created().acquire(request("orders")).release(NOW.toEpochMilli());
        RenewedLease lease = (RenewedLease) created().acquire(request("orders"));
        assertThat(lease.reservedUntil()).isEqualTo(NOW.plus(RESERVATION).toEpochMilli());
        lease.want(NOW.plus(Duration.ofMinutes(65)).toEpochMilli());
        lease.renew();

        assertThat(lease.reservedUntil())
                .isEqualTo(NOW.plus(RESERVATION.multipliedBy(2)).toEpochMilli());
        assertThat(kept().reservedUntil()).isEqualTo(lease.reservedUntil());
        lease.close();
    }

    @Test
    void fileOfAnotherNodeIsRefused() {
        created().acquire(request("orders")).close();

        assertThatThrownBy(() -> created().acquire(request("users")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("belongs to namespace \"orders\", not \"users\"");
        assertThatThrownBy(() -> source(Map.of("id", "8")).acquire(request("orders")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("belongs to worker id 7, not 8");
        WorkerRequest otherLayout = new WorkerRequest(
                "orders", 1023, OptionalInt.empty(), RESERVATION, "time42", "test", InstantSource.fixed(NOW));
        assertThatThrownBy(() -> created().acquire(otherLayout))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("belongs to layout \"time41\", not \"time42\"");
    }

    @Test
    void eachTornFileIsRefused() throws IOException {
        created().acquire(request("orders")).close();
        byte[] whole = Files.readAllBytes(path());

        for (int length = 0; length < whole.length; length++) {
            Files.write(path(), Arrays.copyOf(whole, length));
            assertTorn("truncated to " + length);
        }
        for (int at = 0; at < whole.length; at++) {
            byte[] flipped = whole.clone();
            flipped[at] ^= 1;
            Files.write(path(), flipped);
            assertTorn("bit flipped at " + at);
        }
        Files.write(path(), new byte[1 << 20]);
        assertTorn("overwritten with zeros");
    }

    @Test
    void directoryThatDoesNotExistIsAClearError() {
        FileWorkerIdsProvider provider = new FileWorkerIdsProvider();
        Map<String, String> config =
                Map.of("file", directory.resolve("none/node.worker").toString());
        assertThatThrownBy(() -> provider.open(IdConfig.of(provider, config)).acquire(request("orders")))
                .isInstanceOf(BackendException.class)
                .hasMessageContaining("cannot be locked")
                .hasMessageContaining("does its directory exist");
    }

    @Test
    void fullDiskIsAClearErrorAndNoLease() throws Exception {
        Path mount = Files.createDirectory(directory.resolve("small"));
        assumeTrue(
                run("mount", "-t", "tmpfs", "-o", "size=16k", "tmpfs", mount.toString()), "needs the right to mount");
        try {
            FileWorkerIdsProvider provider = new FileWorkerIdsProvider();
            Map<String, String> config =
                    Map.of("file", mount.resolve("node").toString(), "id", "7", "file-create", "true");
            RenewedLease lease =
                    (RenewedLease) provider.open(IdConfig.of(provider, config)).acquire(request("orders"));
            long bound = lease.reservedUntil();
            assertThat(bound).isEqualTo(NOW.plus(RESERVATION.multipliedBy(2)).toEpochMilli());
            assertThatThrownBy(() -> Files.write(mount.resolve("rest"), new byte[1 << 16]))
                    .isInstanceOf(IOException.class);

            lease.want(bound + 1);
            lease.renew();

            assertThat(lease.failure()).isInstanceOf(BackendException.class).hasMessageContaining("is the disk full");
            assertThat(lease.reservedUntil()).isEqualTo(bound);
            assertThat(lease.health().renewalsFailed()).isPositive();

            Files.delete(mount.resolve("rest"));
            assertThat(lease.renew()).isTrue();
            assertThat(lease.failure()).isNull();
            lease.close();
        } finally {
            assertThat(run("umount", "-l", mount.toString())).isTrue();
        }
    }

    /** As a container has one, where the file alone is mounted. */
    @Test
    void fileThatIsAMountPointIsRefusedBeforeItIsLocked() throws Exception {
        created().acquire(request("orders")).close();
        Path mounted = Files.createFile(directory.resolve("a node"));
        assumeTrue(run("mount", "--bind", path().toString(), mounted.toString()), "needs the right to mount");
        try {
            FileWorkerIdsProvider provider = new FileWorkerIdsProvider();
            WorkerIds source = provider.open(IdConfig.of(provider, Map.of("file", mounted.toString())));
            assertThatThrownBy(() -> source.acquire(request("orders")))
                    .isInstanceOf(ConfigException.class)
                    .hasMessage(
                            "worker file " + mounted + " is a mount point, and such a file cannot be replaced: mount"
                                    + " the directory that it lies in, and not the file alone");
            assertThat(directory.resolve("a node.lock")).doesNotExist();
        } finally {
            assertThat(run("umount", mounted.toString())).isTrue();
        }
    }

    @Test
    void releaseOfAFileThatIsAnothersByNowChangesNothing() throws IOException {
        WorkerLease lease = created().acquire(request("orders").withRenewer(ignored -> {}));
        byte[] others = new WorkerFileText(kept().withReservedUntil(Long.MAX_VALUE), "another's").bytes();
        Files.write(path(), others);
        lease.release(NOW.toEpochMilli());
        assertThat(path()).hasBinaryContent(others);
        Files.delete(path());
        created().acquire(request("orders")).close();
    }

    @Test
    void fileOfTheFormatBeforeIsRefused() throws IOException {
        Files.writeString(
                path(),
                "distid worker id, format 1: do not edit, do not copy\nnamespace orders\nworker-id 7\nlayout time41\n"
                        + "reserved-until 1795176000000\ncrc32c 9f6b1b9c\n");
        assertTorn("format 1");
    }

    private void assertTorn(String how) {
        assertThatThrownBy(() -> created().acquire(request("orders")))
                .as(how)
                .isInstanceOf(BackendException.class)
                .hasMessageContaining("is damaged");
    }

    private WorkerFile kept() throws IOException {
        return WorkerFileText.parse(path(), Files.readAllBytes(path())).content();
    }

    private Path path() {
        return directory.resolve("node.worker");
    }

    private WorkerIds created() {
        return source(Map.of("id", "7", "file-create", "true"));
    }

    private WorkerIds source(Map<String, String> config) {
        Map<String, String> all = new HashMap<>(config);
        all.put("file", path().toString());
        FileWorkerIdsProvider provider = new FileWorkerIdsProvider();
        return provider.open(IdConfig.of(provider, all));
    }

    static WorkerRequest request(String namespace) {
        return new WorkerRequest(
                namespace, 1023, OptionalInt.empty(), RESERVATION, "time41", "test", InstantSource.fixed(NOW));
    }

    private static boolean run(String... command) throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        return process.waitFor(2, TimeUnit.MINUTES) && process.exitValue() == 0;
    }
}
