package io.distid.db;

import io.distid.ConfigException;
import io.distid.IdsExhaustedException;
import io.distid.spi.IdConfig;
import io.distid.spi.Segment;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Leaf's own table in one database: claims by one {@code UPDATE} and the read after it, in one transaction on one connection.
 *
 * <p>The row lock that the {@code UPDATE} takes is held until the commit, so nobody can change the row between the two, at any
 * isolation level; and since the {@code UPDATE} comes first, a REPEATABLE READ snapshot cannot be older than it. All that could
 * go wrong is in its {@code WHERE}: it either moves a sane row or none.
 *
 * @see <a href="https://tech.meituan.com/2017/04/21/mt-leaf.html">Leaf, Meituan's distributed id service</a>
 */
final class LeafTable implements AutoCloseable {
    /** The row that says how ids are divided among several databases; not a tag. */
    private static final String LAYOUT = "distid.databases";

    private final String strategy;
    private final PooledDatabase database;
    private final String table;
    private final int tagLength;
    /** Null where this database has the ids of its tags alone. */
    private final @Nullable DatabaseShare share;

    private volatile boolean divided;

    /**
     * A tag that ids can be claimed of.
     *
     * @param spelling as its row has it
     * @param step how many ids to claim
     */
    record Tag(String spelling, long step) {}

    /** A row as it stands. */
    private record Row(String tag, long maxId, long step) {}

    /**
     * Connects and checks the table, and that all who share several databases share them in the same way, or can: then {@link #divide} is still to come.
     *
     * @param share null if the database has the ids alone
     * @throws ConfigException if the table is missing or not Leaf's, or its ids are divided in another way, or cannot be
     * @throws io.distid.BackendException if the server does not answer, or refuses
     */
    LeafTable(IdConfig config, String url, @Nullable DatabaseShare share) {
        this.strategy = config.strategy();
        this.share = share;
        this.database = new PooledDatabase(config, url, PooledDatabase.Mode.TRANSACTIONS, 1, 10);
        try {
            Table leaf = TableDefinitions.segments(config);
            this.table = leaf.name();
            this.tagLength = leaf.prepare(config, database).get("biz_tag").length();
            if (share != null) {
                requireLayout(share);
            } else {
                divided = true;
            }
        } catch (RuntimeException | Error e) {
            database.close();
            throw e;
        }
    }

    /**
     * What came of a claim.
     *
     * @param segment null if {@code max_id} stood below the floor, and nothing was changed
     * @param maxId where it stands now
     */
    record Claim(@Nullable Segment segment, long maxId) {}

    /**
     * Claims so many ids, unless {@code max_id} stands below a floor: it stays as it is then, for an operator to move. If the answer is
     * lost, the range may be claimed all the same; it is nobody's then, and left out.
     *
     * @param floor what the claimer saw granted before; asked for when the statement is sent
     * @param window the length of the windows that a claim may not straddle, at least {@code size}; it then starts with the next
     *     one. 0 if there are none
     * @param limit no range may end above it
     */
    Claim claim(String tag, long size, LongSupplier floor, long window, long limit) {
        requireTag(tag);
        String start = window == 0
                ? "max_id"
                : "IF(MOD(max_id, " + window + ") > " + (window - size) + ", (max_id DIV " + window + " + 1) * "
                        + window + ", max_id)";
        long highest = limit - size - window;
        return database.call("claim " + size + " ids of tag \"" + tag + "\"", connection -> {
            long least = floor.getAsLong();
            int rows = update(
                    connection,
                    "UPDATE " + table + " SET max_id = " + start + " + " + size
                            + " WHERE biz_tag = ? AND max_id BETWEEN " + least + " AND " + highest,
                    tag);
            Row row = row(connection, tag);
            if (rows == 1) {
                if (row.maxId - size < least) {
                    // By the statement it cannot be: this is not the row that was moved.
                    throw new SQLException("the server did not send what it counted to", "HY000");
                }
                return new Claim(new Segment(row.maxId - size, row.maxId), row.maxId);
            }
            if (row.maxId < 0) {
                throw negative(tag, row);
            }
            if (row.maxId > highest) {
                throw new IdsExhaustedException(strategy + ": " + size + " ids of tag \"" + tag + "\" would pass "
                        + limit + ": max_id is " + row.maxId + " in " + table + " at " + database
                        + ". Was it set by hand? Take another tag, or a smaller step.");
            }
            return new Claim(null, row.maxId);
        });
    }

    /**
     * Lifts a tag so that its next claim starts at a bound or above; never lowers it, and leaves it as it is below a floor, as {@link #claim} does.
     *
     * @param floor what the claimer saw granted before; asked for when the statement is sent
     * @return where {@code max_id} stands now
     */
    long lift(String tag, LongSupplier floor, long bound) {
        requireTag(tag);
        return database.call("lift tag \"" + tag + "\" to " + bound, connection -> {
            // A row that is there already is no change, which not every server counts as a row.
            update(
                    connection,
                    "UPDATE " + table + " SET max_id = " + bound + " WHERE biz_tag = ? AND max_id BETWEEN "
                            + floor.getAsLong() + " AND " + (bound - 1),
                    tag);
            Row row = row(connection, tag);
            if (row.maxId < 0) {
                throw negative(tag, row);
            }
            return row.maxId;
        });
    }

    /**
     * Takes the unused end of a range back, if nobody claimed after it. Must never be repeated once it may have been committed: another
     * may have claimed that very range since, and {@code max_id} would be as it was. What a server that stood still carries out late is
     * not committed, since nobody asks for that any more.
     */
    boolean giveBack(String tag, Segment unused) {
        requireTag(tag);
        return database.call(
                        "give back " + unused.size() + " ids of tag \"" + tag + "\"",
                        connection -> update(
                                connection,
                                "UPDATE " + table + " SET max_id = " + unused.start()
                                        + " WHERE biz_tag = ? AND max_id = " + unused.end(),
                                tag))
                == 1;
    }

    /** How the row spells a tag, which a column that is compared without case finds by other spellings, too. */
    String spelling(String tag) {
        requireTag(tag);
        return database.call("read the row of tag \"" + tag + "\"", connection -> row(connection, tag).tag);
    }

    Tag tag(String tag) {
        requireTag(tag);
        return database.call("read the step of tag \"" + tag + "\"", connection -> {
            Row row = row(connection, tag);
            if (row.maxId < 0) {
                throw negative(tag, row);
            }
            if (row.step < 1) {
                throw new ConfigException(strategy + ": tag \"" + tag + "\" has step " + row.step + " in " + table
                        + " at " + database + ": must be at least 1");
            }
            return new Tag(row.tag, row.step);
        });
    }

    /** Each tag with its step, or 0 if {@link #tag(String)} would refuse its row. */
    Map<String, Long> steps() {
        return database.call("list the tags", connection -> {
            Map<String, Long> steps = new TreeMap<>();
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT biz_tag, IF(max_id < 0 OR step < 1, 0, step) FROM "
                            + table + " WHERE biz_tag <> '" + LAYOUT + "'")) {
                while (rows.next()) {
                    steps.put(rows.getString(1), rows.getLong(2));
                }
            }
            return steps;
        });
    }

    /** Whether there is nothing to be divided, or a row says how it is. */
    boolean isDivided() {
        return divided;
    }

    /**
     * Writes down how ids are divided, unless that is done. To be called once all databases were seen to be fit for it: this one grants ids from then on.
     *
     * @throws ConfigException if it is done in another way, or the database has granted ids of others meanwhile
     */
    void divide() {
        if (share != null && !divided) {
            database.call("write down how ids are divided", connection -> {
                try {
                    update(
                            connection,
                            "INSERT INTO " + table + " (biz_tag, max_id, step, description) VALUES (?, 0, 1, '" + share
                                    + "')",
                            LAYOUT);
                } catch (SQLException e) {
                    if (SqlErrors.isDuplicate(e)) {
                        return 0;
                    }
                    throw e;
                }
                requireNothingOfOthers(connection, share);
                return 1;
            });
            requireLayout(share);
        }
    }

    /** Makes sure that all who share several databases share them in the same way, by a row that says how; without it, that nothing stands against one. */
    private void requireLayout(DatabaseShare share) {
        String found = layout();
        if (found == null) {
            database.call("see whether ids can be divided", connection -> {
                requireNothingOfOthers(connection, share);
                return 0;
            });
            return;
        }
        if (!share.toString().equals(found)) {
            throw new ConfigException(strategy + ": " + table + " at " + database + " says of itself that it is "
                    + found
                    + " (row " + LAYOUT + "), but keys \"url\", \"increment\" and \"database-block\" make it " + share
                    + ": all nodes must divide ids in one way, for ever");
        }
        divided = true;
    }

    /**
     * Refuses to divide ids of a table that may have granted, while it had them alone, what is another database's from now on. The rows are locked, so that claims that
     * have not seen the layout's row are waited for; those that come later see it. That is why all are read, whatever their count: at READ COMMITTED a row that
     * does not match a condition is let go at once.
     */
    private void requireNothingOfOthers(Connection connection, DatabaseShare share) throws SQLException {
        try (Statement query = connection.createStatement();
                ResultSet row = query.executeQuery(
                        "SELECT biz_tag, max_id FROM " + table + " WHERE biz_tag <> '" + LAYOUT + "' FOR UPDATE")) {
            while (row.next()) {
                if (row.getLong(2) > share.mostAlone()) {
                    throw new ConfigException(strategy + ": " + table + " at " + database + " is to be " + share
                            + ", but its tag \"" + row.getString(1) + "\" has max_id " + row.getString(2)
                            + ": ids below it may have been granted, and the others would grant those again that are in their"
                            + " blocks. Stop all nodes, set max_id of each tag in all databases to at least what it is in the one"
                            + " that is furthest, add it where it is missing, and say here that it is so: INSERT INTO "
                            + table + " (biz_tag, max_id, step, description) VALUES ('" + LAYOUT + "', 0, 1, '" + share
                            + "')");
                }
            }
        }
    }

    @Override
    public String toString() {
        return database.toString();
    }

    @Override
    public void close() {
        database.close();
    }

    private @Nullable String layout() {
        return database.call("read how ids are divided", connection -> {
            try (Statement query = connection.createStatement();
                    ResultSet row = query.executeQuery(
                            "SELECT description FROM " + table + " WHERE biz_tag = '" + LAYOUT + "'")) {
                return row.next() ? row.getString(1) : null;
            }
        });
    }

    private void requireTag(String tag) {
        if (tag.isEmpty() || tag.equalsIgnoreCase(LAYOUT) || tag.codePointCount(0, tag.length()) > tagLength) {
            throw new ConfigException(strategy + ": tag is \"" + tag + "\", "
                    + tag.codePointCount(0, tag.length()) + " characters: must be 1 to " + tagLength
                    + ", as column biz_tag of " + table + " holds, and not " + LAYOUT);
        }
    }

    private Row row(Connection connection, String tag) throws SQLException {
        Row found = null;
        // Where ids are not divided, with the row that says how they are: it may be made while this is open.
        String sql = "SELECT biz_tag, max_id, step FROM " + table + " WHERE biz_tag IN (?"
                + (share == null ? ", '" + LAYOUT + "')" : ")");
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            query.setString(1, tag);
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    if (row.getString(1).equalsIgnoreCase(LAYOUT)) {
                        throw new ConfigException(strategy + ": " + table + " at " + database
                                + " says of itself that it is one of several databases (row " + LAYOUT
                                + "), whose max_id counts ids of its own blocks alone: name them all in key \"url\", in"
                                + " their order, with the \"increment\" and \"database-block\" of the other nodes; or, if it was"
                                + " made by mistake and nobody has drawn ids by it, delete that row");
                    }
                    found = new Row(row.getString(1), row.getLong(2), row.getLong(3));
                }
            }
        }
        if (found != null) {
            return found;
        }
        // A count of before ids were divided may be in the others alone.
        throw new ConfigException(strategy + ": no tag \"" + tag + "\" in " + table + " at " + database + "; add it"
                + (share == null
                        ? ""
                        : ", with the greatest max_id that it has in the other databases, or 1 if it is in none")
                + ": INSERT INTO " + table + " (biz_tag, max_id, step, description) VALUES ('" + tag.replace("'", "''")
                + "', " + (share == null ? "1" : "<max_id>") + ", 1000, '...')");
    }

    private ConfigException negative(String tag, Row row) {
        return new ConfigException(strategy + ": tag \"" + tag + "\" has max_id " + row.maxId + " in " + table + " at "
                + database + ": must be at least 0; was it changed by hand?");
    }

    private static int update(Connection connection, String sql, String tag) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, tag);
            return statement.executeUpdate();
        }
    }
}
