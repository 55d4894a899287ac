package io.distid.bench.primarykey;

import io.distid.bench.jvm.DaemonThreads;
import io.distid.testservers.Database;
import io.distid.testservers.SqlServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Puts rows into one table from several connections at once. */
final class Inserters {
    static final int COUNT = 2;

    private static final String REST_OF_ROW = "'" + "x".repeat(TableFiller.PAYLOAD) + "')";

    private final SqlServer server;
    private final TableDialect dialect;
    private final Database database;
    private final String insert;
    private final Keys keys;
    private final int transaction;
    private volatile boolean failed;

    Inserters(SqlServer server, Database database, String table, Keys keys, int transaction) {
        this.server = server;
        this.dialect = TableDialect.of(server);
        this.database = database;
        this.insert = "INSERT INTO " + table + (keys.isPlain() ? " (payload)" : "") + " VALUES ";
        this.keys = keys;
        this.transaction = transaction;
    }

    /** Inserts all rows, and returns the seconds from the first statement to the last commit. */
    double run() throws SQLException, InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(COUNT, DaemonThreads.named("distid-bench-inserter"));
        try (Connection first = server.connect(database.name());
                Connection second = server.connect(database.name())) {
            long begun = System.nanoTime();
            List<Future<Void>> inserted =
                    List.of(threads.submit(() -> insert(first, 0)), threads.submit(() -> insert(second, 1)));
            for (Future<Void> each : inserted) {
                each.get();
            }
            return (System.nanoTime() - begun) / 1e9;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof SQLException refused) {
                throw refused;
            }
            throw new IllegalStateException(e.getCause());
        } finally {
            failed = true;
            threads.shutdownNow();
        }
    }

    /** Closes the connection even if it fails: a refused row stays locked until then, and another inserter may be waiting for it. */
    private Void insert(Connection connection, int inserter) throws SQLException {
        try (connection;
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            for (int row = 0; row < keys.rows() && !failed; row += TableFiller.STATEMENT) {
                int end = Math.min(keys.rows(), row + TableFiller.STATEMENT);
                statement.execute(statement(inserter, row, end));
                if (end % transaction == 0 || end == keys.rows()) {
                    connection.commit();
                }
            }
            return null;
        } catch (SQLException e) {
            failed = true;
            throw e;
        }
    }

    private String statement(int inserter, int from, int to) {
        StringBuilder sql = new StringBuilder(insert);
        for (int row = from; row < to; row++) {
            sql.append(row == from ? "(" : ",(");
            keys.append(sql, dialect, inserter, row);
            sql.append(REST_OF_ROW);
        }
        return sql.toString();
    }
}
