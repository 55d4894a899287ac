package io.distid.db;

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
 * Leaf's own table. A claim is one {@code UPDATE} and a read after it, in one transaction on one connection.
 *
 * <p>The {@code UPDATE} keeps its row lock until the commit, so no other session can change the row before the read, at any
 * isolation level. A REPEATABLE READ snapshot cannot be older than the {@code UPDATE}, which comes first. The {@code WHERE}
 * excludes every fault: it moves a sane row or none.
 *
 * @see <a href="https://tech.meituan.com/2017/04/21/mt-leaf.html">Leaf, Meituan's distributed id service</a>
 */
final class LeafTable implements SegmentTable {
    private static final int MOST_RETRIES = 10;

    private final String strategy;
    private final PooledDatabase database;
    private final String table;
    private final int tagLength;

    /** The present state of a row. */
    private record Row(long maxId, long step) {}

    /** Connects and checks the table. */
    LeafTable(IdConfig config) {
        this.strategy = config.strategy();
        this.database = new PooledDatabase(
                MySql.DIALECT, config, JdbcKeys.url(config), PooledDatabase.Mode.TRANSACTIONS, 1, MOST_RETRIES);
        try {
            Table leaf = TableDefinitions.segments(config);
            this.table = leaf.name();
            this.tagLength = leaf.prepare(config, database).get("biz_tag").length();
        } catch (RuntimeException | Error e) {
            database.close();
            throw e;
        }
    }

    @Override
    public Claim claim(String tag, long size, LongSupplier floor) {
        requireTag(tag);
        long highest = Long.MAX_VALUE - size;
        return database.call("claim " + size + " ids of tag \"" + tag + "\"", connection -> {
            long least = floor.getAsLong();
            int rows = SqlStatements.execute(
                    connection,
                    "UPDATE " + table + " SET max_id = max_id + " + size + " WHERE biz_tag = ? AND max_id BETWEEN "
                            + least + " AND " + highest,
                    tag);
            Row row = row(connection, tag);
            if (rows == 0 && row.maxId > highest) {
                throw new IdsExhaustedException(strategy + ": " + size + " ids of tag \"" + tag + "\" would pass "
                        + Long.MAX_VALUE + ": max_id is " + row.maxId + " in " + where()
                        + ". Was it set by hand? Take another tag, or a smaller step.");
            }
            if (rows == 1 && row.maxId - size < least) {
                // The statement excludes this, so the answer is about another row.
                throw new SQLException("the server's answer lacks the counter's value", "HY000");
            }
            return new Claim(rows == 1 ? new Segment(row.maxId - size, row.maxId) : null, row.maxId);
        });
    }

    /** If the server stood still and carries this out late, the change is not committed, since the caller has left. */
    @Override
    public boolean giveBack(String tag, Segment unused) {
        requireTag(tag);
        String sql = "UPDATE " + table + " SET max_id = " + unused.start() + " WHERE biz_tag = ? AND max_id = "
                + unused.end();
        return database.call(
                        "give back " + unused.size() + " ids of tag \"" + tag + "\"",
                        connection -> SqlStatements.execute(connection, sql, tag))
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
        String sql = "SELECT biz_tag, IF(max_id < 0 OR step < 1, 0, step) FROM " + table;
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

    private void requireTag(String tag) {
        int length = tag.codePointCount(0, tag.length());
        if (length < 1 || length > tagLength) {
            throw new ConfigException(strategy + ": tag is \"" + tag + "\", " + length + " characters: must be 1 to "
                    + tagLength + ", as column biz_tag of " + table + " holds");
        }
    }

    private Row row(Connection connection, String tag) throws SQLException {
        String sql = "SELECT biz_tag, max_id, step FROM " + table + " WHERE biz_tag = ?";
        try (PreparedStatement query = SqlStatements.prepare(connection, sql, tag);
                ResultSet row = query.executeQuery()) {
            if (!row.next()) {
                throw new ConfigException(strategy + ": no tag \"" + tag + "\" in " + where() + "; add it: INSERT INTO "
                        + table + " (biz_tag, max_id, step, description) VALUES ('" + tag.replace("'", "''")
                        + "', 1, 1000, '...')");
            }
            // A column that ignores case takes several spellings for one row. Its ids are compared under one spelling.
            if (!tag.equals(row.getString(1))) {
                throw new ConfigException(strategy + ": no tag \"" + tag + "\" in " + where() + ", which has it as \""
                        + row.getString(1) + "\": spell it like that");
            }
            if (row.getLong(2) < 0) {
                throw new ConfigException(strategy + ": tag \"" + tag + "\" has max_id " + row.getLong(2) + " in "
                        + where() + ": must be at least 0; was it changed by hand?");
            }
            return new Row(row.getLong(2), row.getLong(3));
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
