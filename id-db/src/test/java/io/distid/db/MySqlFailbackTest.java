package io.distid.db;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.jdbc.SqlStatements;
import io.distid.spi.RecordStore;
import io.distid.sql.PrivateServer;
import io.distid.sql.Proxies;
import io.distid.sql.Servers;
import io.distid.sql.Workers;
import io.distid.testkit.Eventually;
import io.distid.testkit.Leases;
import io.distid.testkit.ServerAssumptions;
import io.distid.testservers.Database;
import io.distid.testservers.MySqlServer;
import io.distid.testservers.SqlServer;
import io.distid.testservers.fault.LossyLink;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerRequest;
import java.net.InetSocketAddress;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Another server takes over, on which nobody is granted an id, and then the first one again, which was not started anew and lacks the last renewals. */
@Tag("slow")
class MySqlFailbackTest {
    private static final String COLUMNS =
            "namespace, worker_id, token, bound_until, stamped, free_from, holder, layout, floor,"
                    + " incarnation, lost, made";
    /** A little longer than that after which a connection is no longer taken to lead to a primary all along. */
    private static final Duration PAUSE = Duration.ofMillis(2_100);

    private static final String FLOOR = "SELECT floor FROM distid_worker WHERE worker_id = -1";

    private final SqlServer server = Servers.shared();
    private final Database database = server.createDatabase();

    @Test
    void idThatWasRenewedOnTheOtherServerAloneIsGrantedAboveThat() throws SQLException {
        try (PrivateServer other = new PrivateServer();
                LossyLink link = new LossyLink(new InetSocketAddress(server.host(), server.port()));
                WorkerIds source = Workers.leased(Servers.through(database, link.address()))) {
            RenewedLease holder = Leases.byHand(source, Workers.request(0));
            Leases.renewAbove(holder, holder.stampedUntil());
            Database there = sameDatabase(database, other.server());
            Workers.leased(there).close();
            copy(database, there);

            link.retarget(other.address());
            link.cut();
            Leases.renewAbove(holder, holder.reservedUntil());
            // So far it has followed; of what comes now it hears nothing.
            copy(there, database);
            Leases.renewAbove(holder, holder.reservedUntil());
            requireAbove(database, holder);
        }
    }

    /** Neither does one that was with the first server before and after, and heard of the other one by what that had sent. */
    @Test
    void holderThatWasWithTheFirstServerAloneHasItsNamespaceNameItAgain() throws SQLException {
        try (PrivateServer other = new PrivateServer();
                LossyLink link = new LossyLink(new InetSocketAddress(server.host(), server.port()));
                WorkerIds source = Workers.leased(Servers.through(database, link.address()))) {
            RenewedLease holder = Leases.byHand(source, Workers.request(1));
            Leases.renewAbove(holder, holder.stampedUntil());
            Database there = sameDatabase(database, other.server());
            Workers.leased(there).close();
            copy(database, there);
            try (WorkerIds passer = Workers.leased(there)) {
                Leases.byHand(passer, Workers.request(1)).close();
            }
            copy(there, database);

            link.cut();
            Leases.renewAbove(holder, Servers.number(there, FLOOR));
            copy(database, there);
            Leases.renewAbove(holder, holder.reservedUntil());
            requireAbove(there, holder);
        }
    }

    /** A server that is demoted keeps its connections, and one of a process that stands still does not learn of it. */
    @Test
    void norDoesOneThatStoodStillMeanwhileAndKeptItsConnection() throws SQLException {
        try (PrivateServer other = new PrivateServer();
                WorkerIds source = Workers.leased(database)) {
            RenewedLease holder = Leases.byHand(source, Workers.request(1));
            Leases.renewAbove(holder, holder.stampedUntil());
            Database there = sameDatabase(database, other.server());
            Workers.leased(there).close();
            copy(database, there);
            try (WorkerIds passer = Workers.leased(there)) {
                Leases.byHand(passer, Workers.request(1)).close();
            }
            copy(there, database);
            long now = System.nanoTime();
            Eventually.await("a pause").until(() -> System.nanoTime() - now > PAUSE.toNanos());

            Leases.renewAbove(holder, Servers.number(there, FLOOR));
            copy(database, there);
            Leases.renewAbove(holder, holder.reservedUntil());
            requireAbove(there, holder);
        }
    }

    /** As those of MariaDB do by {@code performance_schema}, which is on where somebody switched it on. */
    @Test
    void holderGoesOnWhereTheServerThatTakesOverTellsLessOfItself() throws SQLException {
        try (MySqlServer first = ServerAssumptions.orSkip(() -> MySqlServer.startWith("--performance-schema=ON"));
                MySqlServer second = ServerAssumptions.orSkip(() -> MySqlServer.startWith("--performance-schema=OFF"));
                LossyLink link = new LossyLink(new InetSocketAddress(first.host(), first.port()))) {
            Database here = first.createDatabase();
            Database there = sameDatabase(here, second);
            try (WorkerIds source = Workers.leased(Servers.through(here, link.address()))) {
                RenewedLease holder = Leases.byHand(source, Workers.request(0));
                Workers.leased(there).close();
                copy(here, there);
                link.retarget(new InetSocketAddress(second.host(), second.port()));
                link.cut();
                Leases.renewAbove(holder, holder.reservedUntil());
            }
        }
    }

    /** The second server takes over twice, and the first one in between; whoever asks the second one stands still for all of that. */
    @Test
    void floorIsMovedByTheClockOfThatMomentAndNotOfTheLookBefore() throws SQLException {
        try (PrivateServer other = new PrivateServer();
                WorkerIds source = Workers.leased(database)) {
            RenewedLease holder = Leases.byHand(source, Workers.request(0));
            Leases.renewAbove(holder, holder.stampedUntil());
            Database there = sameDatabase(database, other.server());
            Workers.leased(there).close();
            copy(database, there);
            Servers.execute(there, "UPDATE distid_worker SET free_from = 1 WHERE worker_id = 0");
            try (WorkerIds paused = paused(there, "writeHeader", () -> {
                long horizon = Workers.RESERVATION.plus(Workers.MAX_AHEAD).toMillis();
                Leases.renewAbove(holder, System.currentTimeMillis() + horizon);
            })) {
                RenewedLease successor = Leases.byHand(paused, Workers.request(0));
                assertThat(successor.stampedUntil()).isGreaterThanOrEqualTo(holder.reservedUntil());
                successor.close();
            }
        }
    }

    /** Between a look at the first server and the grant, the second one takes over, and the first one again, which has heard of that, and not of what was granted then. */
    @Test
    void idThatWasGrantedElsewhereSinceTheLookIsGrantedAboveThat() throws SQLException {
        try (PrivateServer other = new PrivateServer();
                WorkerIds source = Workers.leased(database)) {
            Leases.byHand(source, Workers.request(0)).close();
            Database there = sameDatabase(database, other.server());
            try (WorkerIds meanwhile = Workers.leased(there)) {
                copy(database, there);
                AtomicReference<RenewedLease> holder = new AtomicReference<>();
                try (WorkerIds paused = paused(database, "write", () -> {
                    holder.set(Leases.byHand(meanwhile, Workers.request(0)));
                    copy(there, database, "worker_id = -1");
                })) {
                    RenewedLease successor = Leases.byHand(paused, Workers.request(0));
                    assertThat(successor.workerId()).isEqualTo(holder.get().workerId());
                    assertThat(successor.stampedUntil())
                            .isGreaterThanOrEqualTo(holder.get().reservedUntil());
                    successor.close();
                }
            }
        }
    }

    /** Of that name and for that user. */
    private static Database sameDatabase(Database database, SqlServer other) throws SQLException {
        Servers.administer(
                other,
                "CREATE DATABASE `" + database.name() + "`",
                "CREATE USER '" + database.user() + "'@'%' IDENTIFIED BY '" + database.password() + "'",
                "GRANT ALL ON `" + database.name() + "`.* TO '" + database.user() + "'@'%'");
        return Servers.through(database, new InetSocketAddress(other.host(), other.port()));
    }

    /** What happens while a process stands still. */
    private interface Pause {
        void last() throws SQLException;
    }

    /** A source that stands still once before a step is sent. */
    private static WorkerIds paused(Database database, String step, Pause pause) {
        RecordStore records = Workers.records(database);
        AtomicBoolean done = new AtomicBoolean();
        return Workers.over(Proxies.proxy(RecordStore.class, (method, arguments) -> {
            if (method.getName().equals(step) && !done.getAndSet(true)) {
                pause.last();
            }
            return method.invoke(records, arguments);
        }));
    }

    /** That whoever is granted its id once its lease is over begins above what it has reserved. */
    private static void requireAbove(Database database, RenewedLease holder) throws SQLException {
        Servers.execute(database, "UPDATE distid_worker SET free_from = 1 WHERE worker_id = " + holder.workerId());
        WorkerRequest request = Workers.request(holder.workerId()).withIds(holder.workerId(), holder.workerId());
        try (WorkerIds newcomers = Workers.leased(database)) {
            RenewedLease successor = Leases.byHand(newcomers, request);
            assertThat(successor.stampedUntil()).isGreaterThanOrEqualTo(holder.reservedUntil());
            successor.close();
        }
    }

    /** As a replica does that has caught up. */
    private static void copy(Database from, Database to) throws SQLException {
        copy(from, to, "TRUE");
    }

    private static void copy(Database from, Database to, String which) throws SQLException {
        Servers.execute(to, "DELETE FROM distid_worker WHERE " + which);
        try (Connection source = from.connect();
                Connection target = to.connect();
                Statement query = source.createStatement();
                ResultSet row = query.executeQuery("SELECT " + COLUMNS + " FROM distid_worker WHERE " + which);
                PreparedStatement insert = target.prepareStatement("INSERT INTO distid_worker (" + COLUMNS
                        + ") VALUES (" + SqlStatements.parameters(COLUMNS.split(",").length) + ")")) {
            while (row.next()) {
                for (int column = 1; column <= row.getMetaData().getColumnCount(); column++) {
                    insert.setObject(column, row.getObject(column));
                }
                insert.executeUpdate();
            }
        }
    }
}
