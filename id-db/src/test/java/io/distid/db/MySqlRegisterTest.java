package io.distid.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.IdsExhaustedException;
import io.distid.spi.IdConfig;
import io.distid.spi.Providers;
import io.distid.spi.WorkerIds;
import io.distid.spi.WorkerIdsProvider;
import io.distid.spi.WorkerLease;
import io.distid.spi.WorkerRequest;
import io.distid.testkit.server.Database;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes that register once and keep their number. */
class MySqlRegisterTest {
    private final Database database = Servers.shared().createDatabase();

    @TempDir
    private Path directory;

    @Test
    void nodesGetDifferentNumbersAndKeepThemWithoutTheServer() throws SQLException {
        long bound;
        try (WorkerIds one = open("one");
                WorkerIds two = open("two")) {
            WorkerLease first = one.acquire(request(31));
            WorkerLease second = two.acquire(request(31));
            assertThat(first.workerId()).isBetween(1, 31).isNotEqualTo(second.workerId());
            assertThat(Servers.number(database, "SELECT COUNT(*) FROM distid_node WHERE address = '10.0.0.7:80'"))
                    .isEqualTo(2);
            bound = first.reservedUntil();
            first.close();
            second.close();
        }
        Servers.execute(database, "DROP TABLE distid_node");
        try (WorkerIds again = open("one", "url", "jdbc:mysql://127.0.0.1:1/x")) {
            WorkerLease lease = again.acquire(request(31));
            assertThat(lease.workerId()).isEqualTo(1);
            assertThat(lease.stampedUntil()).isGreaterThanOrEqualTo(bound);
            lease.close();
        }
    }

    @Test
    void numberAboveTheRangeIsRefusedAndNotRegistered() throws SQLException {
        try (WorkerIds one = open("one");
                WorkerIds two = open("two")) {
            WorkerLease lease = one.acquire(request(1));
            assertThat(lease.workerId()).isEqualTo(1);
            assertThatThrownBy(() -> two.acquire(request(1)))
                    .isInstanceOf(IdsExhaustedException.class)
                    .hasMessageContaining("number 2 of table `distid_node`")
                    .hasMessageContaining("from 0 to 1")
                    .hasMessageContaining("never used again");
            assertThat(Servers.number(database, "SELECT COUNT(*) FROM distid_node"))
                    .isEqualTo(1);
            assertThat(directory.resolve("two")).doesNotExist();
            lease.close();
        }
    }

    @Test
    void nodeThatLostItsFileGetsAnotherNumber() throws Exception {
        try (WorkerIds one = open("one")) {
            WorkerLease lease = one.acquire(request(31));
            lease.close();
            Files.delete(directory.resolve("one"));
            WorkerLease next = one.acquire(request(31));
            assertThat(next.workerId()).isGreaterThan(lease.workerId());
            next.close();
        }
    }

    @Test
    void fileInUseAndServerThatIsNotThereAreTold() {
        try (WorkerIds one = open("one");
                WorkerIds copy = open("one");
                WorkerIds lone = open("lone", "url", "jdbc:mysql://127.0.0.1:1/x")) {
            WorkerLease lease = one.acquire(request(31));
            assertThatThrownBy(() -> copy.acquire(request(31)))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("in use");
            lease.close();
            assertThatThrownBy(() -> lone.acquire(request(31)))
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining("127.0.0.1:1");
        }
        assertThatThrownBy(() -> open("x", "address", ""))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("\"address\"");
    }

    private WorkerIds open(String file, String... more) {
        WorkerIdsProvider provider = Providers.find(WorkerIdsProvider.class, "mysql-register");
        var config = Servers.config(database, more);
        config.put("file", directory.resolve(file).toString());
        config.putIfAbsent("address", "10.0.0.7:80");
        return provider.open(IdConfig.of(provider, config));
    }

    private static WorkerRequest request(int lastId) {
        return new WorkerRequest(
                "fleet", lastId, OptionalInt.empty(), Duration.ofSeconds(3), "layout", "test", InstantSource.system());
    }
}
