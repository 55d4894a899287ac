package io.distid.bench.primarykey;

import io.distid.testservers.Database;
import io.distid.testservers.SqlServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
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
    private volatile long begun;

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
        ExecutorService threads = Executors.newFixedThreadPool(COUNT, work -> {
            Thread thread = new Thread(work, "distid-bench-inserter");
            thread.setDaemon(true);
            return thread;
        });
        List<Connection> connections = new ArrayList<>();
        try {
            for (int inserter = 0; inserter < COUNT; inserter++) {
                connections.add(server.connect(database.name()));
            }
            CyclicBarrier start = new CyclicBarrier(COUNT, () -> begun = System.nanoTime());
            List<Future<Void>> inserted = new ArrayList<>();
            for (int i = 0; i < COUNT; i++) {
                int inserter = i;
                inserted.add(threads.submit(() -> {
                    start.await();
                    insert(connections.get(inserter), inserter);
                    return null;
                }));
            }
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
            connections.forEach(Inserters::close);
        }
    }

    /** Closes quietly: a broken connection has already failed where it was used. */
    private static void close(Connection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            System.getLogger(Inserters.class.getName()).log(System.Logger.Level.DEBUG, "not closed cleanly", e);
        }
    }

    private void insert(Connection connection, int inserter) throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            for (int row = 0; row < keys.rows() && !failed; row += TableFiller.STATEMENT) {
                int end = Math.min(keys.rows(), row + TableFiller.STATEMENT);
                statement.execute(statement(inserter, row, end));
                if (end % transaction == 0 || end == keys.rows()) {
                    connection.commit();
                }
            }
        } catch (SQLException e) {
            failed = true;
            rollBack(connection, e);
            throw e;
        }
    }

    /** Ends the transaction: the refused row stays locked until then, and another inserter may be waiting for it. */
    private static void rollBack(Connection connection, SQLException refused) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            refused.addSuppressed(e);
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
