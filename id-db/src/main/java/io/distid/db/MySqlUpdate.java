package io.distid.db;

import io.distid.BackendException;
import io.distid.IdException;
import io.distid.IdTraits;
import io.distid.IdsExhaustedException;
import io.distid.Ordering;
import io.distid.StoreRegressedException;
import io.distid.internal.ClaimsUnderWay;
import io.distid.jdbc.JdbcKeys;
import io.distid.jdbc.PooledDatabase;
import io.distid.jdbc.ServerCountedIds;
import io.distid.jdbc.SqlStatements;
import io.distid.spi.IdConfig;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Ids from a row that is counted up: {@code UPDATE t SET value = LAST_INSERT_ID(value + n) WHERE name = ...}. The row holds the last number that was granted to any process.
 *
 * <p>One id is one round trip and one commit, and so are n ids of {@code nextIds}. The statement locks the one row, by its key, so callers of one tag wait for each other and never deadlock.
 * {@code LAST_INSERT_ID(expression)} makes the server send the new number with its answer, so no second statement can read the number of another session. The {@code WHERE} excludes every fault: it
 * moves a sane row or none. Ids of a tag are consecutive except for lost answers. Each is greater than every id that was issued before the call began.
 *
 * @see <a href="https://dev.mysql.com/doc/refman/8.4/en/information-functions.html#function_last-insert-id">LAST_INSERT_ID(expr)</a>
 */
final class MySqlUpdate extends ServerCountedIds {
    private static final System.Logger LOG = System.getLogger(MySqlUpdate.class.getName());

    private final String strategy;
    private final PooledDatabase database;
    private final String table;
    private final String tag;
    private final String value;
    private final String tags;
    /** One text for all claims, so that the driver parses it once. */
    private final String update;

    private final IdTraits traits;
    private final AtomicLong seen = new AtomicLong();
    private final ClaimsUnderWay underWay = new ClaimsUnderWay();

    /** Connects, checks the table, and finds the row. */
    MySqlUpdate(IdConfig config) {
        super(config.strategy());
        this.strategy = config.strategy();
        this.tag = config.text("tag");
        this.value = "`" + config.text("value-column") + "`";
        this.tags = "`" + config.text("tag-column") + "`";
        this.database = new PooledDatabase(
                MySql.DIALECT, config, JdbcKeys.url(config), PooledDatabase.Mode.PREPARED_STATEMENTS);
        try {
            Table counters = TableDefinitions.counters(config);
            this.table = counters.name();
            this.update = "UPDATE " + table + " SET " + value + " = LAST_INSERT_ID(" + value + " + ?) WHERE " + tags
                    + " = ? AND " + value + " BETWEEN ? AND ?";
            counters.prepare(config, database);
            find(config);
        } catch (RuntimeException | Error e) {
            database.close();
            throw e;
        }
        this.traits = claims(config);
    }

    @Override
    protected long draw() {
        return claim(1);
    }

    @Override
    protected void draw(long[] ids, int from, int to) {
        long id = claim(to - from) - (to - from);
        for (int i = from; i < to; i++) {
            ids[i] = ++id;
        }
    }

    static IdTraits claims(IdConfig config) {
        return traits(config.strategy(), Ordering.GLOBAL, List.of(), MySql.DURABILITY);
    }

    @Override
    public IdTraits traits() {
        return traits;
    }

    @Override
    protected long retries() {
        return database.retries();
    }

    @Override
    protected long idsLeft() {
        return Long.MAX_VALUE - seen.get();
    }

    @Override
    protected void end() {
        database.close();
    }

    /** The strategy and its database, without secrets. */
    @Override
    public String toString() {
        return strategy + " [" + database + "]";
    }

    /** Claims the next numbers, and returns the last. If the answer is lost, the server may have claimed them, but they are not issued. */
    private long claim(int size) {
        try (ClaimsUnderWay.Claim claim = underWay.begin(seen::get)) {
            long last = send(size, claim);
            if (!claim.isNew(last - size + 1, last)) {
                seen.updateAndGet(claim::beyond);
                throw new StoreRegressedException(strategy + ": " + row() + " granted "
                        + (size == 1 ? String.valueOf(last) : last - size + 1 + " to " + last)
                        + " to two calls at one time, or to one while its value went back: was it restored, set"
                        + " by hand, or failed over to a replica that lagged?"
                        + cure());
            }
            seen.accumulateAndGet(last, Math::max);
            return last;
        }
    }

    private long send(int size, ClaimsUnderWay.Claim own) {
        return database.call(size == 1 ? "draw an id" : "draw " + size + " ids", connection -> {
            // A call is compared with what was seen when it was sent: the first of several calls may return last.
            // Before it was sent, the call may have waited, while others were granted ids that a failover then lost.
            own.sends();
            long floor = seen.get();
            long claimed = MySql.DIALECT.answered(connection, update, size, tag, floor, Long.MAX_VALUE - size);
            if (claimed == 0) {
                throw refusal(connection, size, floor);
            }
            // The statement ensures that the row's earlier value is at least the floor.
            if (claimed - size < floor) {
                throw new SQLException("the server's answer lacks the counter's value", "HY000");
            }
            return claimed;
        });
    }

    private void find(IdConfig config) {
        if (config.flag("create")) {
            long before = config.integer("start") - 1;
            String insert = "INSERT IGNORE INTO " + table + " (" + tags + ", " + value + ") VALUES (?, ?)";
            int made = database.call(
                    "make the row of tag \"" + tag + "\"",
                    connection -> SqlStatements.execute(connection, insert, tag, before));
            if (made == 1) {
                LOG.log(
                        Level.INFO,
                        row() + " was missing and is made, as create=true asks: its first id is " + (before + 1)
                                + ". If it was there before and was lost, its ids repeat: set it above every id in use.");
            }
        }
        Long stands = database.call("read the row of tag \"" + tag + "\"", this::read);
        if (stands == null) {
            throw config.invalid(
                    "tag",
                    "a tag that has a row; " + row()
                            + " is missing: if it was lost, insert it with a value above every id in"
                            + " use; if it is a new tag, pass create=true once");
        }
        if (stands < 0) {
            throw config.invalid("tag", "a tag whose value is not negative, but " + row() + " has " + stands);
        }
        seen.set(stands);
    }

    private @Nullable Long read(Connection connection) throws SQLException {
        String sql = "SELECT " + value + " FROM " + table + " WHERE " + tags + " = ?";
        try (PreparedStatement query = SqlStatements.prepare(connection, sql, tag);
                ResultSet row = query.executeQuery()) {
            return row.next() ? Long.valueOf(row.getLong(1)) : null;
        }
    }

    private IdException refusal(Connection connection, int size, long floor) throws SQLException {
        Long stands = read(connection);
        if (stands == null) {
            return new StoreRegressedException(
                    strategy + ": " + row() + " is gone; " + floor + " was seen in it before."
                            + " No id is issued until it is there again, above every id in use: INSERT INTO " + table
                            + " (" + tags + ", "
                            + value + ") VALUES ('" + tag + "', <the greatest, or a safe number above it>).");
        }
        if (stands < floor) {
            return new StoreRegressedException(strategy + ": " + row() + " has " + stands + ", but " + floor
                    + " was seen in it before: was it restored, set by hand, or failed over to a replica that lagged?"
                    + cure());
        }
        if (stands > Long.MAX_VALUE - size) {
            return new IdsExhaustedException(strategy + ": " + row() + " stands at " + stands + ": fewer than " + size
                    + " ids are left up to " + Long.MAX_VALUE + "; was it set by hand? Take another tag.");
        }
        // Somebody repaired the row between the two statements.
        return new BackendException(strategy + ": " + row() + " was changed by hand in between; call again");
    }

    private String cure() {
        return " No id is issued until it is above every id in use: find the greatest, and run UPDATE " + table
                + " SET " + value + " = <that, or a safe number above it> WHERE " + tags + " = '" + tag + "'.";
    }

    private String row() {
        return "tag \"" + tag + "\" of table " + table + " at " + database;
    }
}
