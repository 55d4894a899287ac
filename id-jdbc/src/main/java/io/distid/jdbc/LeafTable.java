package io.distid.jdbc;

import io.distid.ConfigException;
import io.distid.IdsExhaustedException;
import io.distid.spi.IdConfig;
import io.distid.spi.Segment;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Leaf's own table, with a row for each tag. A claim is one {@code UPDATE}, which answers with the row's new value. So no other session comes
 * between, at any isolation level. The {@code WHERE} excludes every fault: it moves a sane row or none. Safe for use by any number of threads.
 *
 * @see <a href="https://tech.meituan.com/2017/04/21/mt-leaf.html">Leaf, Meituan's distributed id service</a>
 */
final class LeafTable implements AutoCloseable {
    private static final int MOST_RETRIES = 10;

    private final Dialect dialect;
    private final String strategy;
    private final PooledDatabase database;
    private final String table;
    private final String claim;

    /**
     * The result of a claim. Immutable.
     *
     * @param segment null if {@code max_id} was below the floor, and nothing was changed
     * @param maxId the present {@code max_id}
     */
    record Claim(@Nullable Segment segment, long maxId) {}

    /** The present state of a row. */
    private record Row(long maxId, long step) {}

    /**
     * Connects and checks the table.
     *
     * @param touched what a claim sets beside {@code max_id}, as the end of a list; may be empty
     * @param prepare checks the table, creates it if needed, and returns its name
     * @throws ConfigException if the table is missing or not Leaf's
     * @throws io.distid.BackendException if the server does not answer, or refuses
     */
    LeafTable(Dialect dialect, IdConfig config, String touched, Function<PooledDatabase, String> prepare) {
        this.dialect = dialect;
        this.strategy = config.strategy();
        this.database = new PooledDatabase(
                dialect, config, JdbcKeys.url(config), PooledDatabase.Mode.STATEMENTS, 1, MOST_RETRIES);
        try {
            this.table = prepare.apply(database);
        } catch (RuntimeException | Error e) {
            database.close();
            throw e;
        }
        this.claim = "UPDATE " + table + " SET max_id = " + dialect.answering("max_id + ?") + touched
                + " WHERE biz_tag = ? AND max_id BETWEEN ? AND ?" + dialect.returning("max_id");
    }

    /** Requires that there is a row of this tag, and no other spelling of it. */
    void require(String tag) {
        requireText(tag);
        database.call("look for tag \"" + tag + "\"", connection -> row(connection, tag));
    }

    /**
     * Claims ids, unless {@code max_id} is below a floor; then the row is not changed, and an operator has to move it. If the answer is
     * lost, the range may be claimed all the same; its ids are not issued.
     *
     * @param tag a tag that passed {@link #require}
     * @param floor the end of the ranges that the caller saw granted; read when the statement is sent
     */
    Claim claim(String tag, long size, LongSupplier floor) {
        long highest = Long.MAX_VALUE - size;
        return database.call("claim " + size + " ids of tag \"" + tag + "\"", connection -> {
            long least = floor.getAsLong();
            long end = dialect.answered(connection, claim, size, tag, least, highest);
            if (end > 0) {
                if (end - size < least) {
                    // The statement excludes this, so the answer is about another row.
                    throw new SQLException("the server's answer lacks the counter's value", "HY000");
                }
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

    /**
     * Takes the unused end of a range back, if no claim followed it. Must never be repeated once it may have been carried out. Another
     * caller may have claimed the very same range since, and {@code max_id} would have its old value.
     */
    boolean giveBack(String tag, Segment unused) {
        String sql = "UPDATE " + table + " SET max_id = ? WHERE biz_tag = ? AND max_id = ?";
        return database.call(
                        "give back " + unused.size() + " ids of tag \"" + tag + "\"",
                        connection -> dialect.execute(connection, sql, unused.start(), tag, unused.end()))
                == 1;
    }

    /** The step of a tag. */
    long step(String tag) {
        requireText(tag);
        return database.call("read the step of tag \"" + tag + "\"", connection -> {
            long step = row(connection, tag).step;
            if (step < 1) {
                throw new ConfigException(strategy + ": tag \"" + tag + "\" has step " + step + " in " + where()
                        + ": must be at least 1");
            }
            return step;
        });
    }

    /** Each tag with its step, or 0 if {@link #step(String)} would refuse its row. */
    Map<String, Long> steps() {
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
    private void requireText(String tag) {
        if (tag.isEmpty() || tag.indexOf('\0') >= 0) {
            throw new ConfigException(strategy + ": tag is \"" + tag.replace("\0", "\\0")
                    + "\": must be at least 1 character, and none of them NUL");
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
