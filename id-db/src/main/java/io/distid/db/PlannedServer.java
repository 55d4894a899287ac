package io.distid.db;

import io.distid.ConfigException;
import io.distid.jdbc.PooledDatabase;
import io.distid.spi.IdConfig;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A server and its counter, as a plan sees them.
 *
 * @param where its URL, without secrets
 * @param identity a text that no other server has
 * @param increment the global increment, which new sessions get
 * @param offset the global offset
 * @param next no number at or above this was issued; 1 if there is no table yet
 */
record PlannedServer(String where, String identity, long increment, long offset, long next) {

    /** Reads a server; one that is added may lack the table. */
    static PlannedServer read(IdConfig config, String url, Table table, boolean added) {
        try (PooledDatabase database = new PooledDatabase(
                MySql.DIALECT,
                config,
                url,
                PooledDatabase.Mode.STATEMENTS,
                0,
                Math.toIntExact(config.integer("retries")))) {
            boolean there =
                    database.call("look for table " + table.name(), connection -> table.missing(connection) == null);
            if (there || !added) {
                table.prepare(config, database);
            }
            return database.call("read how it counts", connection -> read(connection, database, table, there));
        }
    }

    private static PlannedServer read(Connection connection, PooledDatabase database, Table table, boolean there)
            throws SQLException {
        try (Statement query = connection.createStatement();
                ResultSet row = query.executeQuery("SELECT CONCAT(@@hostname, ':', @@port, ' ', @@datadir),"
                        + " @@global.auto_increment_increment, @@global.auto_increment_offset,"
                        + " @@session.auto_increment_increment, @@session.auto_increment_offset")) {
            row.next();
            if (row.getLong(2) != row.getLong(4) || row.getLong(3) != row.getLong(5)) {
                throw new ConfigException(database + " counts by auto_increment_increment=" + row.getLong(2)
                        + ", auto_increment_offset=" + row.getLong(3) + ", but a session by " + row.getLong(4) + " and "
                        + row.getLong(5)
                        + ": a plan changes only the settings of the server. Take session variables out of all urls"
                        + " first, and set the server's");
            }
            long next = there ? TicketServer.counter(connection, table) : 1;
            return new PlannedServer(database.toString(), row.getString(1), row.getLong(2), row.getLong(3), next);
        }
    }

    @Override
    public String toString() {
        return where + " (auto_increment_increment=" + increment + ", auto_increment_offset=" + offset + ", next "
                + next + ")";
    }
}
