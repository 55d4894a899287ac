package io.distid.db;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.IdGenerators;
import io.distid.LongIdGenerator;
import io.distid.spi.Segment;
import io.distid.spi.SegmentStore;
import io.distid.sql.PrivateServer;
import io.distid.sql.Segments;
import io.distid.sql.Servers;
import io.distid.sql.Workers;
import io.distid.testkit.Eventually;
import io.distid.testkit.Leases;
import io.distid.testservers.Database;
import io.distid.testservers.SqlServer;
import io.distid.testservers.fault.LossyLink;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import java.net.InetSocketAddress;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The address moves to another server, and the one that it led to lives on, read-only and with its connections. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MySqlSwitchoverTest {
    private static final Map<String, String> TABLES = Map.of(
            "mysql-auto-increment", "distid_auto_increment",
            "mysql-replace-into", "distid_tickets",
            "mysql-update", "distid_counters");

    private final PrivateServer old = new PrivateServer();
    private final PrivateServer next = new PrivateServer();
    private Database first;
    private LossyLink address;
    private Database database;

    @BeforeEach
    void letTheSameUserIntoBoth() throws SQLException {
        Servers.administer(old.server(), "SET GLOBAL read_only = 0");
        first = old.server().createDatabase();
        Servers.administer(
                next.server(),
                "CREATE DATABASE " + first.name(),
                "CREATE USER '" + first.user() + "'@'%' IDENTIFIED BY '" + first.password() + "'",
                "GRANT ALL ON " + first.name() + ".* TO '" + first.user() + "'@'%'");
        address = new LossyLink(at(old));
        database = Servers.through(first, address.address());
    }

    @AfterEach
    void cut() {
        address.close();
    }

    @AfterAll
    void close() {
        old.close();
        next.close();
    }

    @Test
    void leaseIsRenewedOnTheServerThatTheAddressLeadsTo() throws SQLException {
        try (WorkerIds source = Workers.leased(database)) {
            RenewedLease lease = Leases.byHand(source, Workers.request(7));
            Leases.renewAbove(lease, lease.stampedUntil());
            switchOver("distid_worker");
            Leases.renewAbove(lease, lease.reservedUntil());
            WorkerLease other = Eventually.untilAnswered(() -> source.acquire(Workers.request(7)));
            assertThat(other.workerId()).isNotEqualTo(lease.workerId());
            other.close();
            lease.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"mysql-auto-increment", "mysql-replace-into", "mysql-update"})
    void idsAreDrawnFromTheServerThatTheAddressLeadsTo(String strategy) throws SQLException {
        Map<String, String> config = Servers.config(database);
        try (LongIdGenerator generator = IdGenerators.openLong(strategy, config)) {
            long[] ids = new long[100];
            generator.nextIds(ids, 0, ids.length);
            switchOver(TABLES.get(strategy));
            assertThat(Eventually.untilAnswered(generator::nextId)).isGreaterThan(ids[99]);
            assertThat(generator.nextId()).isGreaterThan(ids[99]);
        }
    }

    @Test
    void rangesAreClaimedFromTheServerThatTheAddressLeadsTo() throws SQLException {
        try (SegmentStore store = Segments.open(Servers.config(database))) {
            Servers.execute(first, "INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES ('orders', 1, 10)");
            Segment before = store.claim("orders", 10);
            switchOver("leaf_alloc");
            assertThat(Eventually.untilAnswered(() -> store.claim("orders", 10)).start())
                    .isEqualTo(before.end());
        }
    }

    private void switchOver(String table) throws SQLException {
        // As an orderly switchover does it: nobody writes any more, the replica has caught up, and the address moves.
        Servers.administer(old.server(), "SET GLOBAL read_only = 1");
        copy(table);
        address.retarget(at(next));
    }

    private void copy(String table) throws SQLException {
        String name = database.name() + "." + table;
        try (Connection from = old.server().connect();
                Connection to = next.server().connect();
                Statement read = from.createStatement();
                Statement write = to.createStatement()) {
            write.execute("USE " + database.name());
            try (ResultSet made = read.executeQuery("SHOW CREATE TABLE " + name)) {
                made.next();
                write.execute(made.getString(2));
            }
            try (ResultSet rows = read.executeQuery("SELECT * FROM " + name)) {
                int columns = rows.getMetaData().getColumnCount();
                try (PreparedStatement insert =
                        to.prepareStatement("INSERT INTO " + name + " VALUES (?" + ", ?".repeat(columns - 1) + ")")) {
                    while (rows.next()) {
                        for (int i = 1; i <= columns; i++) {
                            insert.setObject(i, rows.getObject(i));
                        }
                        insert.executeUpdate();
                    }
                }
            }
        }
    }

    private static InetSocketAddress at(PrivateServer server) {
        SqlServer real = server.server();
        return new InetSocketAddress(real.host(), real.port());
    }
}
