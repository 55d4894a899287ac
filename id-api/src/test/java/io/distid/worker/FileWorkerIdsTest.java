package io.distid.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.LeaseLostException;
import io.distid.StoreRegressedException;
import io.distid.spi.IdConfig;
import io.distid.spi.RenewedLease;
import io.distid.spi.WorkerIds;
import io.distid.spi.WorkerLease;
import io.distid.spi.WorkerRequest;
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
    void missingFileIsRefusedUnlessCreationIsAskedFor() {
        assertThatThrownBy(() -> source(Map.of("id", "7")).acquire(request("orders")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("node.worker does not exist")
                .hasMessageContaining("worker.create=true");
        assertThat(path()).doesNotExist();
    }

    @Test
    void missingFileIsCreatedWithTheIdThatTheStrategyDerived() {
        WorkerRequest derived = new WorkerRequest(
                "orders", 1023, OptionalInt.of(513), RESERVATION, "time41", "test", InstantSource.fixed(NOW));
        WorkerLease lease = source(Map.of("create", "true")).acquire(derived);
        assertThat(lease.workerId()).isEqualTo(513);
        lease.close();

        WorkerLease again = source(Map.of()).acquire(request("orders"));
        assertThat(again.workerId()).isEqualTo(513);
        again.close();
        assertThatThrownBy(() -> source(Map.of("create", "true", "id", "7")).acquire(derived))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("is of worker id 513, not 7");
    }

    @Test
    void boundIsDurableBeforeItIsTold() {
        WorkerLease lease = created().acquire(request("orders"));

        assertThat(lease.workerId()).isEqualTo(7);
        assertThat(lease.stampedUntil()).isEqualTo(NOW.toEpochMilli());
        assertThat(lease.reservedUntil()).isEqualTo(NOW.plus(RESERVATION).toEpochMilli());
        assertThat(kept().reservedUntil()).isEqualTo(lease.reservedUntil());
        lease.close();
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
    void renewalMovesTheBoundOnDisk() {
        RenewedLease lease = (RenewedLease) created().acquire(request("orders"));
        lease.want(NOW.plus(Duration.ofHours(5)).toEpochMilli());
        lease.renew();

        assertThat(lease.reservedUntil())
                .isEqualTo(NOW.plus(Duration.ofHours(6)).toEpochMilli());
        assertThat(kept().reservedUntil()).isGreaterThanOrEqualTo(lease.reservedUntil());
        lease.close();
    }

    @Test
    void secondHolderInThisProcessIsRefused() {
        WorkerLease lease = created().acquire(request("orders"));

        assertThatThrownBy(() -> created().acquire(request("orders")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("in use by a running process");
        lease.close();
        created().acquire(request("orders")).close();
    }

    @Test
    void holderInAnotherProcessIsRefusedAndItsKillFreesTheFile() throws Exception {
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        FileHolder.class.getName(),
                        path().toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (var said = child.inputReader()) {
            long bound = Long.parseLong(said.readLine());
            assertThatThrownBy(() -> created().acquire(request("orders")))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("in use by a running process");

            child.destroyForcibly().waitFor();

            WorkerLease next = created().acquire(request("orders"));
            assertThat(next.stampedUntil()).isGreaterThanOrEqualTo(bound);
            next.close();
        } finally {
            child.destroyForcibly();
        }
    }

    @Test
    void fileOfAnotherNodeIsRefused() {
        created().acquire(request("orders")).close();

        assertThatThrownBy(() -> created().acquire(request("users")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("is of namespace \"orders\", not \"users\"");
        assertThatThrownBy(() -> source(Map.of("id", "8")).acquire(request("orders")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("is of worker id 7, not 8");
        WorkerRequest otherLayout = new WorkerRequest(
                "orders", 1023, OptionalInt.empty(), RESERVATION, "time42", "test", InstantSource.fixed(NOW));
        assertThatThrownBy(() -> created().acquire(otherLayout))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("is of layout \"time41\", not \"time42\"");
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
                Map.of("path", directory.resolve("none/node.worker").toString());
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
            Map<String, String> config = Map.of("path", mount.resolve("node").toString(), "id", "7", "create", "true");
            RenewedLease lease =
                    (RenewedLease) provider.open(IdConfig.of(provider, config)).acquire(request("orders"));
            long bound = lease.reservedUntil();
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

    @Test
    void fileChangedWhileInUseEndsTheLease() throws IOException {
        RenewedLease lease = (RenewedLease) created().acquire(request("orders"));
        kept().withReservedUntil(5).write(path());
        lease.renew();

        assertThat(lease.failure())
                .isInstanceOf(StoreRegressedException.class)
                .hasMessageContaining("changed while in use");
        assertThat(lease.health().lost()).isTrue();
        lease.close();
        assertThat(kept().reservedUntil()).as("a lost lease writes nothing").isEqualTo(5);
    }

    @Test
    void fileDeletedWhileInUseEndsTheLease() throws IOException {
        RenewedLease lease = (RenewedLease) created().acquire(request("orders"));
        Files.delete(path());
        lease.renew();

        assertThat(lease.failure())
                .isInstanceOf(LeaseLostException.class)
                .hasMessageContaining("was deleted while in use");
        lease.close();
    }

    private void assertTorn(String how) {
        assertThatThrownBy(() -> created().acquire(request("orders")))
                .as(how)
                .isInstanceOf(BackendException.class)
                .hasMessageContaining("is not whole");
    }

    private WorkerFile kept() {
        WorkerFile kept = WorkerFile.read(path());
        assertThat(kept).isNotNull();
        return kept;
    }

    private Path path() {
        return directory.resolve("node.worker");
    }

    private WorkerIds created() {
        return source(Map.of("id", "7", "create", "true"));
    }

    private WorkerIds source(Map<String, String> config) {
        Map<String, String> all = new HashMap<>(config);
        all.put("path", path().toString());
        FileWorkerIdsProvider provider = new FileWorkerIdsProvider();
        return provider.open(IdConfig.of(provider, all));
    }

    static WorkerRequest request(String namespace) {
        return new WorkerRequest(
                namespace, 1023, OptionalInt.empty(), RESERVATION, "time41", "test", InstantSource.fixed(NOW));
    }

    private static boolean run(String... command) throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
    }
}
