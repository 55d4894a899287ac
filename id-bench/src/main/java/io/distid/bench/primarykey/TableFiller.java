package io.distid.bench.primarykey;

import io.distid.bench.jvm.LabSecrets;
import io.distid.testservers.Database;
import io.distid.testservers.MySqlServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.OptionalLong;

/**
 * Fills InnoDB tables on a real server, one at a time. Each is measured and dropped.
 *
 * <p>A table has a key and a payload of {@value #PAYLOAD} bytes, and no other index. Inserters work at the same time, each on a
 * connection of its own, with statements of {@value #STATEMENT} rows. Not for use by several threads.
 */
public final class TableFiller implements AutoCloseable {
    /** Bytes of each row beside its key. */
    public static final int PAYLOAD = 100;

    /** Connections that insert at the same time. */
    public static final int INSERTERS = Inserters.COUNT;

    /** Rows of a statement. */
    public static final int STATEMENT = 100;

    private static final System.Logger LOG = System.getLogger(TableFiller.class.getName());

    private final MySqlServer server;
    private final Database database;
    private final Connection connection;
    private final SplitCounter splits;
    private final long bufferPoolBytes;
    private int tables;

    /**
     * Creates its own database.
     *
     * @param server a server that answers
     * @throws IllegalStateException if the server refuses; the message is its message
     */
    public TableFiller(MySqlServer server) {
        this.server = server;
        try {
            this.database = server.createDatabase();
            this.connection = server.connect();
            this.splits = new SplitCounter(connection);
            this.bufferPoolBytes = number("SELECT @@innodb_buffer_pool_size");
            splits.enable();
        } catch (SQLException e) {
            throw failure("tables cannot be made", e);
        }
    }

    /** The memory that the server keeps pages in: bytes. */
    public long bufferPoolBytes() {
        return bufferPoolBytes;
    }

    /**
     * Creates a table, fills it, measures it, and drops it.
     *
     * @param keys the keys of its rows
     * @param transaction rows that each inserter commits together
     * @return the result
     * @throws IllegalStateException if the server refuses a row, has no space left, or is gone; the message is its message
     * @throws InterruptedException if interrupted, with the table dropped
     */
    public FillResult fill(Keys keys, int transaction) throws InterruptedException {
        String table = "`" + database.name() + "`.keys_" + ++tables;
        try {
            execute("CREATE TABLE " + table + " (id " + keys.type() + " NOT NULL PRIMARY KEY, payload BINARY(" + PAYLOAD
                    + ") NOT NULL) ENGINE=InnoDB ROW_FORMAT=DYNAMIC");
            try {
                OptionalLong before = splits.read();
                double seconds = new Inserters(server, table, keys, transaction).run();
                OptionalLong after = splits.read();
                return new FillResult(
                        keys.type(),
                        number("SELECT COUNT(*) FROM " + table),
                        seconds,
                        before.isPresent() && after.isPresent()
                                ? OptionalLong.of(after.getAsLong() - before.getAsLong())
                                : OptionalLong.empty(),
                        size(table));
            } finally {
                drop(table);
            }
        } catch (SQLException e) {
            throw failure("a table with such keys could not be filled", e);
        }
    }

    /**
     * The size of the leaf pages of the clustered index, which are the rows. Without the right to see it, the reserved
     * extents of the table count: up to a MiB more.
     */
    private long size(String table) throws SQLException {
        execute("ANALYZE TABLE " + table);
        String name = "'" + database.name() + "' AND TABLE_NAME = 'keys_" + tables + "'";
        try {
            return number("SELECT stat_value * @@innodb_page_size FROM mysql.innodb_index_stats WHERE database_name = "
                    + name + " AND index_name = 'PRIMARY' AND stat_name = 'n_leaf_pages'");
        } catch (SQLException e) {
            return number("SELECT DATA_LENGTH FROM information_schema.TABLES WHERE TABLE_SCHEMA = " + name);
        }
    }

    /** Only logs a failure: an earlier error matters more, and a server that is gone has no table to drop. */
    private void drop(String table) {
        try {
            execute("DROP TABLE " + table);
        } catch (SQLException e) {
            LOG.log(System.Logger.Level.WARNING, "{0} could not be dropped: {1}", table, e.getMessage());
        }
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private long number(String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            if (!row.next()) {
                throw new SQLException("nothing came of " + sql);
            }
            return row.getLong(1);
        }
    }

    /** Keeps only the first line: the driver adds a page of details. */
    private static IllegalStateException failure(String what, SQLException e) {
        String message = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
        return new IllegalStateException(LabSecrets.hide(what + ": " + message), e);
    }

    /** Drops the database, and switches the counter off again. */
    @Override
    public void close() {
        try (connection) {
            splits.restore();
            execute("DROP DATABASE IF EXISTS `" + database.name() + "`");
        } catch (SQLException e) {
            LOG.log(System.Logger.Level.WARNING, "the database of the tables is left: {0}", e.getMessage());
        }
    }
}
