package io.distid.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.ConfigException;
import io.distid.spi.RecordStore;
import io.distid.testkit.Leases;
import io.distid.testservers.Database;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** A namespace lacks its header: those who hold worker ids go on, and nobody else gets one. */
class SqlHeaderLossTest {
    private final Database database = Servers.shared().createDatabase();

    @Test
    void firstStartIsAnnouncedWhileTheNamespaceIsMissingAlsoWhereTheTableIsThere() throws SQLException {
        try (WorkerIds source = Workers.leased(database)) {
            source.acquire(Workers.request(0)).close();
        }
        try (WorkerIds source = Workers.leased(database, "create", "false")) {
            assertThat(source.firstStart(Workers.request(0))).isZero();
            Servers.execute(database, "DELETE FROM distid_worker WHERE worker_id = -1");
            assertThat(source.firstStart(Workers.request(0)))
                    .isEqualTo(Workers.RESERVATION.plus(Duration.ofSeconds(1)));
        }
    }

    /** Whose layout is not known then. */
    @Test
    void headerThatWasLostLeavesHoldersAndNobodyElse() throws SQLException {
        try (WorkerIds source = Workers.leased(database);
                WorkerIds newcomers = Workers.leased(database)) {
            RenewedLease holder = Leases.byHand(source, Workers.request(0));
            Servers.execute(
                    database,
                    "CREATE TABLE aside AS SELECT * FROM distid_worker WHERE worker_id = -1",
                    "DELETE FROM distid_worker WHERE worker_id = -1");
            for (String layout : List.of("another layout", Workers.LAYOUT)) {
                assertThatThrownBy(() -> newcomers.acquire(Workers.request(7, layout, InstantSource.system())))
                        .isInstanceOf(ConfigException.class)
                        .hasMessageContaining("namespace \"fleet\"")
                        .hasMessageContaining("1 records of worker ids and no header");
            }
            Leases.renewAbove(holder, holder.reservedUntil());

            Servers.execute(database, "INSERT INTO distid_worker SELECT * FROM aside");
            WorkerLease other = newcomers.acquire(Workers.request(7));
            assertThat(other.workerId()).isNotEqualTo(holder.workerId());
            Leases.renewAbove(holder, holder.reservedUntil());
            holder.close();
            other.close();
        }
    }

    /** Who was paused after a look at no namespace, while others of another layout had one: they go on, and ids of two layouts can be equal. */
    @Test
    void headerIsNotMadeWhereThereAreRowsByThen() throws SQLException {
        AtomicReference<RenewedLease> first = new AtomicReference<>();
        RecordStore records = Workers.records(database);
        try (WorkerIds other = Workers.leased(database);
                WorkerIds source = Workers.over(Proxies.proxy(RecordStore.class, (method, arguments) -> {
                    if (method.getName().equals("writeHeader") && first.get() == null) {
                        first.set(Leases.byHand(other, Workers.request(0)));
                        Servers.execute(database, "DELETE FROM distid_worker WHERE worker_id = -1");
                    }
                    return method.invoke(records, arguments);
                }))) {
            assertThatThrownBy(() -> source.acquire(Workers.request(7, "another layout", InstantSource.system())))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("no header");
            assertThat(Servers.number(database, "SELECT COUNT(*) FROM distid_worker WHERE worker_id = -1"))
                    .isZero();
            RenewedLease holder = Objects.requireNonNull(first.get());
            Leases.renewAbove(holder, holder.reservedUntil());
            holder.close();
        }
    }
}
