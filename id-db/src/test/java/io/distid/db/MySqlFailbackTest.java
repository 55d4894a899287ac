package io.distid.db;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.testkit.Leases;
import io.distid.testservers.Database;
import io.distid.testservers.LossyLink;
import io.distid.testservers.MySqlServer;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import java.net.InetSocketAddress;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

/** Another server takes over, on which nobody is granted an id, and then the first one again, which was not started anew and lacks the last renewals. */
class MySqlFailbackTest {
    private static final int COLUMNS = 8;

    private final MySqlServer server = Servers.shared();
    private final Database database = server.createDatabase();

    @Test
    void idThatWasRenewedOnTheOtherServerAloneIsGrantedAboveThat() throws SQLException {
        try (PrivateServer other = new PrivateServer();
                LossyLink link = new LossyLink(new InetSocketAddress(server.host(), server.port()));
                WorkerIds source = Workers.leased(Servers.through(database, link.address()))) {
            RenewedLease holder = Leases.byHand(source, Workers.request(0));
            Leases.renewAbove(holder, holder.stampedUntil());
            Database there = sameDatabase(other);
            Workers.leased(there).close();
            copy(database, there);

            link.retarget(other.address());
            link.cut();
            Leases.renewAbove(holder, holder.reservedUntil());
            // So far it has followed; of what comes now it hears nothing.
            copy(there, database);
            Leases.renewAbove(holder, holder.reservedUntil());
            Servers.execute(database, "UPDATE distid_worker SET expires_at = 1 WHERE worker_id = 0");
            try (WorkerIds newcomers = Workers.leased(database)) {
                RenewedLease successor = Leases.byHand(newcomers, Workers.request(0));
                assertThat(successor.stampedUntil()).isGreaterThanOrEqualTo(holder.reservedUntil());
                successor.close();
            }
        }
    }

    /** Of that name and for that user. */
    private Database sameDatabase(PrivateServer other) throws SQLException {
        Servers.administer(
                other.server(),
                "CREATE DATABASE `" + database.name() + "`",
                "CREATE USER '" + database.user() + "'@'%' IDENTIFIED BY '" + database.password() + "'",
                "GRANT ALL ON `" + database.name() + "`.* TO '" + database.user() + "'@'%'");
        return Servers.through(database, other.address());
    }

    /** As a replica does that has caught up. */
    private static void copy(Database from, Database to) throws SQLException {
        Servers.execute(to, "DELETE FROM distid_worker");
        try (Connection source = from.connect();
                Connection target = to.connect();
                Statement query = source.createStatement();
                ResultSet row = query.executeQuery(
                        "SELECT namespace, worker_id, layout, holder, token, fence, reserved_until, expires_at FROM distid_worker");
                PreparedStatement insert = target.prepareStatement(
                        "INSERT INTO distid_worker (namespace, worker_id, layout, holder, token,"
                                + " fence, reserved_until, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)")) {
            while (row.next()) {
                for (int column = 1; column <= COLUMNS; column++) {
                    insert.setObject(column, row.getObject(column));
                }
                insert.executeUpdate();
            }
        }
    }
}
