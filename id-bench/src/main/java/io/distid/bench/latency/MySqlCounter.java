package io.distid.bench.latency;

import io.distid.testservers.Database;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Statements of all clients of a MySQL server or a MariaDB, and pings, which it counts apart. */
final class MySqlCounter implements ServerCounter {
    private static final String STATUS =
            "SHOW GLOBAL STATUS WHERE Variable_name IN ('Questions', 'Com_admin_commands')";

    private final Connection connection;

    private MySqlCounter(Connection connection) {
        this.connection = connection;
    }

    static MySqlCounter open(Database database) {
        try {
            return new MySqlCounter(database.connect());
        } catch (SQLException e) {
            throw unanswered(e);
        }
    }

    @Override
    public long requests() {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(STATUS)) {
            long sum = 0;
            int found = 0;
            while (rows.next()) {
                sum += rows.getLong(2);
                found++;
            }
            if (found != 2) {
                throw new UncountedException("the MySQL server answered " + found + " of 2 counters to: " + STATUS);
            }
            return sum;
        } catch (SQLException e) {
            throw unanswered(e);
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw unanswered(e);
        }
    }

    private static UncountedException unanswered(SQLException e) {
        return new UncountedException("the MySQL server did not say how much it was asked: " + e.getMessage(), e);
    }
}
