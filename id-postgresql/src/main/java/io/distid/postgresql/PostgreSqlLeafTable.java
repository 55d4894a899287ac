package io.distid.postgresql;

import io.distid.ConfigException;
import io.distid.IdsExhaustedException;
import io.distid.jdbc.JdbcKeys;
import io.distid.jdbc.PooledDatabase;
import io.distid.jdbc.SegmentTable;
import io.distid.jdbc.SqlStatements;
import io.distid.spi.IdConfig;
import io.distid.spi.Segment;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * Leaf's own table: a claim is one {@code UPDATE}, which returns the row's new value. The {@code WHERE} excludes every fault: it moves a sane row or none.
 *
 * @see <a href="https://tech.meituan.com/2017/04/21/mt-leaf.html">Leaf, Meituan's distributed id service</a>
 */
final class PostgreSqlLeafTable implements SegmentTable {
    private static final int MOST_RETRIES = 10;

    private final String strategy;
    private final PooledDatabase database;
    private final String table;

    /** The present state of a row. */
    private record Row(long maxId, long step) {}

    /**
     * Connects and checks the table.
     *
     * @throws ConfigException if the table is missing or not Leaf's
     * @throws io.distid.BackendException if the server does not answer, or refuses
     */
    PostgreSqlLeafTable(IdConfig config) {
        this.strategy = config.strategy();
        this.database = new PooledDatabase(
                PostgreSql.DIALECT, config, JdbcKeys.url(config), PooledDatabase.Mode.STATEMENTS, 1, MOST_RETRIES);
        try {
            this.table = PostgreSqlTables.segments(config).preparing(config).apply(database);
        } catch (RuntimeException | Error e) {
            database.close();
            throw e;
        }
    }

    @Override
    public Claim claim(String tag, long size, LongSupplier floor) {
        requireTag(tag);
        long highest = Long.MAX_VALUE - size;
        String sql = "UPDATE " + table + " SET max_id = max_id + ?, update_time = CURRENT_TIMESTAMP"
                + " WHERE biz_tag = ? AND max_id BETWEEN ? AND ? RETURNING max_id";
        return database.call("claim " + size + " ids of tag \"" + tag + "\"", connection -> {
            long least = floor.getAsLong();
            long end = PostgreSql.DIALECT.answered(connection, sql, size, tag, least, highest);
            if (end > 0) {
                return new Claim(new Segment(end - size, end), end);
            }
            Row row = row(connection, tag);
            if (row.maxId > highest) {
                throw new IdsExhaustedException(strategy + ": " + size + " ids of tag \"" + tag + "\" would pass "
                        + Long.MAX_VALUE + ": max_id is " + row.maxId + " in " + where()
                        + ". Was it set by hand? Take another tag, or a smaller step.");
            }
            return new Claim(null, row.maxId);
        });
    }

    @Override
    public boolean giveBack(String tag, Segment unused) {
        requireTag(tag);
        String sql = "UPDATE " + table + " SET max_id = ? WHERE biz_tag = ? AND max_id = ?";
        return database.call(
                        "give back " + unused.size() + " ids of tag \"" + tag + "\"",
                        connection -> PostgreSql.DIALECT.execute(connection, sql, unused.start(), tag, unused.end()))
                == 1;
    }

    @Override
    public long step(String tag) {
        requireTag(tag);
        return database.call("read the step of tag \"" + tag + "\"", connection -> {
            long step = row(connection, tag).step;
            if (step < 1) {
                throw new ConfigException(strategy + ": tag \"" + tag + "\" has step " + step + " in " + where()
                        + ": must be at least 1");
            }
            return step;
        });
    }

    @Override
    public Map<String, Long> steps() {
        String sql = "SELECT biz_tag, CASE WHEN max_id < 0 OR step < 1 THEN 0 ELSE step END FROM " + table;
        return database.call("list the tags", connection -> {
            Map<String, Long> steps = new TreeMap<>();
            try (PreparedStatement query = connection.prepareStatement(sql);
                    ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    steps.put(row.getString(1), row.getLong(2));
                }
            }
            return steps;
        });
    }

    /** PostgreSQL allows no NUL in a text. */
    private void requireTag(String tag) {
        if (tag.isEmpty() || tag.indexOf('\0') >= 0) {
            throw new ConfigException(strategy + ": tag is \"" + tag.replace("\0", "\\0")
                    + "\": must be at least 1 character, and none of them NUL");
        }
    }

    private Row row(Connection connection, String tag) throws SQLException {
        String sql = "SELECT max_id, step FROM " + table + " WHERE biz_tag = ?";
        try (PreparedStatement query = SqlStatements.prepare(connection, sql, tag);
                ResultSet row = query.executeQuery()) {
            if (!row.next()) {
                throw new ConfigException(strategy + ": no tag \"" + tag + "\" in " + where() + "; add it: INSERT INTO "
                        + table + " (biz_tag, max_id, step, description) VALUES ('" + tag.replace("'", "''")
                        + "', 1, 1000, '...')");
            }
            if (row.getLong(1) < 0) {
                throw new ConfigException(strategy + ": tag \"" + tag + "\" has max_id " + row.getLong(1) + " in "
                        + where() + ": must be at least 0; was it changed by hand?");
            }
            return new Row(row.getLong(1), row.getLong(2));
        }
    }

    private String where() {
        return table + " at " + database;
    }

    @Override
    public String toString() {
        return database.toString();
    }

    @Override
    public void close() {
        database.close();
    }
}
