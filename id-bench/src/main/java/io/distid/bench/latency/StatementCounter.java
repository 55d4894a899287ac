package io.distid.bench.latency;

import io.distid.testservers.SqlServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Counts the statements of all clients of a SQL server. For use by one thread. */
final class StatementCounter implements ServerCounter {
    /** MySQL counts pings apart. */
    private static final String OF_MYSQL =
            "SHOW GLOBAL STATUS WHERE Variable_name IN ('Questions', 'Com_admin_commands')";
    /** Settings of a transaction do not count: they are sent together with the next statement. */
    private static final String OF_POSTGRESQL =
            "SELECT 'calls', sum(calls) FROM pg_stat_statements WHERE query NOT LIKE 'SELECT set_config(%'";

    private final Connection connection;
    private final String sql;
    private final int counters;

    private StatementCounter(Connection connection, String sql, int counters) {
        this.connection = connection;
        this.sql = sql;
        this.counters = counters;
    }

    static StatementCounter ofMySql(SqlServer server) {
        try {
            return new StatementCounter(server.connect(), OF_MYSQL, 2);
        } catch (SQLException e) {
            throw unanswered(e);
        }
    }

    /** Needs a server that counts statements. */
    static StatementCounter ofPostgreSql(SqlServer server) {
        try {
            Connection connection = server.connect();
            try (Statement statement = connection.createStatement()) {
                statement.execute("CREATE EXTENSION IF NOT EXISTS pg_stat_statements");
            } catch (SQLException e) {
                connection.close();
                throw e;
            }
            return new StatementCounter(connection, OF_POSTGRESQL, 1);
        } catch (SQLException e) {
            throw unanswered(e);
        }
    }

    @Override
    public long requests() {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            long sum = 0;
            int found = 0;
            while (rows.next()) {
                sum += rows.getLong(2);
                found++;
            }
            if (found != counters) {
                throw new UncountedException(
                        "the server answered " + found + " of " + counters + " counters to: " + sql);
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
        return new UncountedException("the server did not report how many requests it had: " + e.getMessage(), e);
    }
}
