package io.distid.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.IdGenerators;
import io.distid.LongIdGenerator;
import io.distid.coordination.FencedLocks;
import io.distid.coordination.LockGrant;
import io.distid.spi.SegmentStore;
import io.distid.sql.Segments;
import io.distid.sql.Servers;
import io.distid.sql.Workers;
import io.distid.testkit.Eventually;
import io.distid.testkit.Leases;
import io.distid.testservers.Database;
import io.distid.testservers.SqlServer;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import java.io.File;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Behind PgBouncer in transaction mode, where each transaction has whichever session is free. Skipped where there is no {@code pgbouncer} on the {@code PATH}. */
class PgBouncerTest {
    private final SqlServer server = Servers.shared();
    private final Database database = server.createDatabase();

    @TempDir
    private Path folder;

    private Process bouncer;
    private Database behind;

    @BeforeEach
    void start() throws IOException {
        Path program = List.of(System.getenv("PATH").split(File.pathSeparator)).stream()
                .map(directory -> Path.of(directory, "pgbouncer"))
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
        Assumptions.assumeTrue(program != null, "there is no pgbouncer on the PATH");
        int port;
        try (ServerSocket socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        Path users = Files.writeString(
                folder.resolve("users"), "\"" + database.user() + "\" \"" + database.password() + "\"\n");
        Path settings = Files.writeString(
                folder.resolve("pgbouncer.ini"), """
                [databases]
                * = host=%s port=%d
                [pgbouncer]
                listen_addr = 127.0.0.1
                listen_port = %d
                unix_socket_dir =
                auth_type = scram-sha-256
                auth_file = %s
                pool_mode = transaction
                default_pool_size = 3
                ignore_startup_parameters = extra_float_digits
                """.formatted(server.host(), server.port(), port, users));
        boolean isRoot = System.getProperty("user.name").equals("root");
        List<String> command = new ArrayList<>(List.of(program.toString()));
        if (isRoot) {
            // It does not run as root.
            command.addAll(List.of("-u", "nobody"));
            for (Path file : List.of(folder, users, settings)) {
                Files.setOwner(
                        file,
                        file.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody"));
            }
        }
        command.add(settings.toString());
        bouncer = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        Database through = Servers.through(database, new InetSocketAddress("127.0.0.1", port));
        behind =
                new Database(through.name(), through.url() + "?prepareThreshold=0", through.user(), through.password());
        Eventually.await("pgbouncer").ignoreExceptions().until(() -> {
            behind.connect().close();
            return true;
        });
    }

    @AfterEach
    void stop() throws InterruptedException {
        if (bouncer != null) {
            bouncer.destroyForcibly().waitFor(1, TimeUnit.MINUTES);
        }
    }

    @Test
    void allWorksAndNoSessionKeepsASetting() throws Exception {
        Map<String, String> config = Servers.config(behind, "pool-size", "8");
        Set<Long> drawn = ConcurrentHashMap.newKeySet();
        try (LongIdGenerator ids = IdGenerators.openLong("postgresql-sequence", config);
                SegmentStore segments = Segments.open(Servers.config(behind));
                FencedLocks locks = FencedLocks.open("postgresql", Servers.config(behind));
                WorkerIds source = Workers.leased(behind)) {
            Servers.execute(database, "INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES ('orders', 1, 10)");
            RenewedLease lease = Leases.byHand(source, Workers.request(7));
            CompletableFuture.allOf(IntStream.range(0, 8)
                            .mapToObj(thread -> CompletableFuture.runAsync(() -> {
                                for (int i = 0; i < 50; i++) {
                                    drawn.add(ids.nextId());
                                    segments.claim("orders", 10);
                                }
                            }))
                            .toArray(CompletableFuture[]::new))
                    .join();
            assertThat(drawn).hasSize(400);
            assertThat(segments.claim("orders", 10).start()).isEqualTo(1 + 8 * 50 * 10);
            Leases.renewAbove(lease, lease.stampedUntil());
            try (LockGrant grant = locks.lock("invoices").lock()) {
                assertThat(grant.fence()).isPositive();
            }
        }
        for (int i = 0; i < 10; i++) {
            assertThat(Servers.number(behind, "SELECT (current_setting('lock_timeout') = '0')::int"))
                    .isEqualTo(1);
        }
    }
}
