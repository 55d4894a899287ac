package io.distid.bench.primarykey;

import io.distid.bench.jvm.LabSecrets;
import io.distid.testservers.Database;
import io.distid.testservers.SqlServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.OptionalLong;

/**
 * Fills tables on a real server, one at a time. Each is measured and dropped.
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

    private final SqlServer server;
    private final TableDialect dialect;
    private final Database database;
    private final Connection connection;
    private final SplitCounter splits;
    private final long bufferPoolBytes;
    private int tables;

    /**
     * Creates its own database. Throws {@link IllegalStateException} if the server refuses; the message is its message.
     */
    public TableFiller(SqlServer server) {
        this.server = server;
        this.dialect = TableDialect.of(server);
        try {
            this.database = server.createDatabase();
            this.connection = server.connect(database.name());
            this.splits = new SplitCounter(connection);
            this.bufferPoolBytes = number(dialect.bufferPool(), 1);
            if (dialect == TableDialect.INNODB) {
                splits.enable();
            }
        } catch (SQLException e) {
            throw failure("tables cannot be made", e);
        }
    }

    /** The memory that the server keeps pages in: bytes. */
    public long bufferPoolBytes() {
        return bufferPoolBytes;
    }

    /**
     * Creates a table, fills it, measures it, and drops it. Throws {@link IllegalStateException} if the server refuses
     * a row, has no space left, or is gone; the message is its message.
     */
    public FillResult fill(Keys keys, int transaction) throws InterruptedException {
        String table = "keys_" + ++tables;
        try {
            execute("CREATE TABLE " + table + " (id " + keys.type(dialect) + " NOT NULL PRIMARY KEY, payload "
                    + dialect.payload());
            try {
                OptionalLong splitsBefore = splits(table);
                OptionalLong writtenBefore = written(table);
                double seconds = new Inserters(server, database, table, keys, transaction).run();
                return new FillResult(
                        keys.type(dialect),
                        number("SELECT COUNT(*) FROM " + table, 1),
                        seconds,
                        less(splits(table), splitsBefore),
                        less(written(table), writtenBefore),
                        size(table));
            } finally {
                drop(table);
            }
        } catch (SQLException e) {
            throw failure("a table with such keys could not be filled", e);
        }
    }

    private static OptionalLong less(OptionalLong after, OptionalLong before) {
        return after.isPresent() && before.isPresent()
                ? OptionalLong.of(after.getAsLong() - before.getAsLong())
                : OptionalLong.empty();
    }

    /** The page splits until now. PostgreSQL does not count them: each split adds a page to the index, so its pages are counted. */
    private OptionalLong splits(String table) throws SQLException {
        return dialect == TableDialect.INNODB
                ? splits.read()
                : OptionalLong.of(number(
                        "SELECT pg_relation_size('" + table + "_pkey') / current_setting('block_size')::int", 1));
    }

    /** The pages that the whole server has written, after it wrote all pages of the table. Empty if the account may not do that. */
    private OptionalLong written(String table) {
        try {
            for (String flush : dialect.flush()) {
                execute(String.format(flush, table));
            }
            return OptionalLong.of(number(dialect.pagesWritten(), 2));
        } catch (SQLException e) {
            LOG.log(System.Logger.Level.WARNING, "pages written are not counted: {0}", e.getMessage());
            return OptionalLong.empty();
        }
    }

    private long size(String table) throws SQLException {
        execute("ANALYZE " + (dialect == TableDialect.INNODB ? "TABLE " : "") + table);
        SQLException first = null;
        for (String size : dialect.size()) {
            try {
                return number(String.format(size, table), 1);
            } catch (SQLException e) {
                first = first == null ? e : first;
            }
        }
        throw first;
    }

    /** A failure here is only logged: an earlier failure counts, and a server that is gone has no table. */
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

    private long number(String sql, int column) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            if (!row.next()) {
                throw new SQLException("nothing came of " + sql);
            }
            return row.getLong(column);
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
        } catch (SQLException e) {
            LOG.log(System.Logger.Level.WARNING, "page splits are still counted: {0}", e.getMessage());
        }
        try (Connection beside = server.connect();
                Statement statement = beside.createStatement()) {
            statement.execute("DROP DATABASE IF EXISTS " + database.name());
        } catch (SQLException e) {
            LOG.log(System.Logger.Level.WARNING, "the database of the tables is left: {0}", e.getMessage());
        }
    }
}
