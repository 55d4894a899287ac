package io.distid.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.distid.BackendException;
import io.distid.IdGenerators;
import io.distid.LongIdGenerator;
import io.distid.spi.SegmentStore;
import io.distid.sql.Segments;
import io.distid.sql.Servers;
import io.distid.sql.Workers;
import io.distid.testkit.Eventually;
import io.distid.testkit.Leases;
import io.distid.testkit.ServerAssumptions;
import io.distid.testservers.Database;
import io.distid.testservers.PostgreSqlPair;
import io.distid.testservers.PostgreSqlServer;
import io.distid.testservers.SqlServer;
import io.distid.testservers.fault.LossyLink;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetSocketAddress;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the driver and the server fail with, and what becomes of it. */
class PostgreSqlErrorsTest {
    private final SqlServer server = Servers.shared();
    private final Database database = server.createDatabase();

    private static LongIdGenerator open(Database database, String... more) {
        return IdGenerators.openLong("postgresql-sequence", Servers.config(database, more));
    }

    private void endSessions() throws SQLException {
        Servers.administer(
                server,
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '" + database.name() + "'");
    }

    /** 57P01. */
    @Test
    void sessionThatTheServerEndedCostsNoIdTwiceAndNoLease() throws SQLException {
        try (LongIdGenerator ids = open(database);
                WorkerIds source = Workers.leased(database)) {
            RenewedLease lease = Leases.byHand(source, Workers.request(7));
            Leases.renewAbove(lease, lease.stampedUntil());
            long last = ids.nextId();
            endSessions();
            assertThat(Eventually.untilAnswered(ids::nextId)).isGreaterThan(last);
            Leases.renewAbove(lease, lease.reservedUntil());
        }
    }

    @Test
    void linkThatIsResetCostsNoIdTwice() {
        try (LossyLink link = new LossyLink(new InetSocketAddress(server.host(), server.port()));
                LongIdGenerator ids = open(Servers.through(database, link.address()), "timeout", "5s")) {
            AtomicLong last = new AtomicLong();
            Eventually.await("an id whose answer is lost").until(() -> {
                last.set(ids.nextId());
                link.dropNextAnswer();
                // No error comes if the machine stood still: the pool then tests its connection first, and loses that
                // answer.
                return catchThrowableOfType(BackendException.class, ids::nextId) != null;
            });
            link.dropNoAnswer();
            assertThat(Eventually.untilAnswered(ids::nextId)).isGreaterThan(last.get() + 1);
        }
    }

    /** 25006, before and after a switchover. */
    @Test
    void standbyIsRefusedAndLeft() {
        PostgreSqlPair pair = ServerAssumptions.orSkip(PostgreSqlPair::start);
        try {
            Database both = pair.createDatabase();
            try (LongIdGenerator ids = open(both);
                    SegmentStore segments = Segments.open(Servers.config(both));
                    WorkerIds source = Workers.leased(both)) {
                ids.nextId();
                source.acquire(Workers.request(3)).close();
                pair.awaitCaughtUp();
                Database standby = Servers.through(
                        both,
                        new InetSocketAddress("127.0.0.1", pair.members().get(1).port()));
                assertThatExceptionOfType(BackendException.class)
                        .isThrownBy(() -> {
                            try (LongIdGenerator there = open(standby, "create", "false")) {
                                there.nextId();
                            }
                        })
                        .withMessageContaining("the server is read-only; does key \"url\" lead to the primary?");
                assertThatExceptionOfType(BackendException.class)
                        .isThrownBy(() -> {
                            try (WorkerIds there = Workers.leased(standby, "create", "false")) {
                                there.acquire(Workers.request(3));
                            }
                        })
                        .withMessageContaining("the server is read-only");
                assertThatThrownBy(() -> segments.claim("nobody", 1)).hasMessageContaining("nobody");
            }
        } finally {
            pair.close();
        }
    }

    /** 53300. */
    @Test
    void serverWithoutAConnectionLeftIsNamed() throws SQLException {
        try (PostgreSqlServer small = ServerAssumptions.orSkip(
                () -> PostgreSqlServer.startWith("max_connections=6", "superuser_reserved_connections=3"))) {
            Database full = small.createDatabase();
            List<Connection> held = new ArrayList<>();
            try {
                while (true) {
                    held.add(full.connect());
                }
            } catch (SQLException e) {
                assertThat(e.getSQLState()).isEqualTo("53300");
                assertThatExceptionOfType(BackendException.class)
                        .isThrownBy(() -> open(full))
                        .withMessageContaining("has no connection left for user " + full.user())
                        .withMessageContaining("[53300: ");
            } finally {
                for (Connection connection : held) {
                    connection.close();
                }
            }
        }
    }

    /** 55P03, which is tried again. */
    @Test
    void lockThatATransactionHoldsIsGivenUpBeforeTheSocketIs() throws SQLException {
        Map<String, String> config = Servers.config(database, "timeout", "3s");
        try (SegmentStore store = Segments.open(config);
                Connection other = database.connect();
                Statement statement = other.createStatement()) {
            statement.execute("INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES ('orders', 1, 10)");
            other.setAutoCommit(false);
            statement.execute("UPDATE leaf_alloc SET step = 20 WHERE biz_tag = 'orders'");
            assertThatExceptionOfType(BackendException.class)
                    .isThrownBy(() -> store.claim("orders", 10))
                    .withMessageContaining("others hold the lock")
                    .withMessageContaining("[55P03: ");
            other.rollback();
            assertThat(Eventually.untilAnswered(() -> store.claim("orders", 10)).start())
                    .isEqualTo(1);
        }
    }

    /** 57014. */
    @Test
    void statementThatTheServerCancelsIsNamed() throws SQLException {
        Database hasty = Servers.with(database, "options=-c%20statement_timeout=200");
        try (SegmentStore store = Segments.open(Servers.config(database));
                Connection other = database.connect();
                Statement statement = other.createStatement()) {
            statement.execute("INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES ('orders', 1, 10)");
            other.setAutoCommit(false);
            statement.execute("LOCK TABLE leaf_alloc");
            assertThatExceptionOfType(BackendException.class)
                    .isThrownBy(() -> Segments.open(Servers.config(hasty, "create", "false"))
                            .claim("orders", 1))
                    .withMessageContaining("is its statement_timeout shorter than \"timeout\"?");
            other.rollback();
            assertThat(store.claim("orders", 10).start()).isEqualTo(1);
        }
    }

    /** The answer tells that the commit waited for the flush. */
    @Test
    void synchronousCommitIsOnForEachWrite() throws SQLException {
        Database hasty = Servers.with(database, "options=-c%20synchronous_commit=off");
        try (Connection connection = hasty.connect()) {
            connection.createStatement().execute("CREATE TABLE t (id int)");
            assertThat(PostgreSql.DIALECT.answered(
                            connection,
                            "INSERT INTO t VALUES (1) RETURNING (current_setting('synchronous_commit') = 'on')::int"))
                    .isEqualTo(1);
            try (Statement after = connection.createStatement();
                    ResultSet row = after.executeQuery("SHOW synchronous_commit")) {
                row.next();
                assertThat(row.getString(1))
                        .as("nothing of the session is changed")
                        .isEqualTo("off");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"?user=u&password=s3cr3t-pw", "?user=u&password=s3cr3t%2Dpw"})
    void passwordOfAUrlIsNotShown(String options) {
        Throwable thrown = catchThrowable(() ->
                IdGenerators.open("postgresql-sequence", Map.of("url", server.jdbcUrl(database.name()) + options)));
        StringWriter trace = new StringWriter();
        thrown.printStackTrace(new PrintWriter(trace));
        assertThat(trace.toString())
                .contains("does not let the user of the url in")
                .doesNotContain("s3cr3t");
    }
}
