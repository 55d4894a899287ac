package io.distid.db;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.IdsExhaustedException;
import io.distid.StoreRegressedException;
import io.distid.db.TicketStatement.Drawn;
import io.distid.internal.ClaimsUnderWay;
import io.distid.jdbc.PooledDatabase;
import io.distid.jdbc.SqlStatements;
import io.distid.spi.IdConfig;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One server that counts: its database, its series of numbers, and how far its counter was seen to be. */
final class TicketServer implements AutoCloseable {
    /** The most rows of one statement: about ten kilobytes, and a few milliseconds of the server's time. */
    private static final int MAX_ROWS = 1_000;

    private static final int OUT_OF_RANGE = 167;
    private static final int WARN_OUT_OF_RANGE = 1264;
    private static final String OUT_OF_LONG = "22003";

    static final BigDecimal GREATEST = BigDecimal.valueOf(Long.MAX_VALUE);
    private static final Pattern COUNTER = Pattern.compile("\\bAUTO_INCREMENT=(\\d+)");

    private final String strategy;
    private final PooledDatabase database;
    private final Table table;
    private final TicketStatement statement;
    private final Settings settings;
    private final AutoIncrementSeries series;
    private final DrawnNumbers drawn;
    /** The counter's value when it was last seen: the server issues no number below it. */
    private volatile long next;

    private final AtomicLong seen = new AtomicLong();
    private final ClaimsUnderWay underWay = new ClaimsUnderWay();
    /**
     * Set once the counter was seen below a number that was issued, here or on another server. The counter is then read before
     * it is used.
     */
    private volatile boolean suspect;

    private record Settings(ServerVersion version, AutoIncrementSeries series, int lockMode) {}

    /** The numbers of one statement, and the greatest number seen when it was sent. */
    private record Answer(Drawn drawn, long floor) {}

    /**
     * Connects, and checks that the server can issue ids.
     *
     * @throws ConfigException if the table is missing, or it or the server's settings do not fit
     * @throws BackendException if the server does not answer, or refuses
     */
    TicketServer(IdConfig config, String url, Table table, TicketStatement statement) {
        this.strategy = config.strategy();
        this.table = table;
        this.statement = statement;
        this.database = new PooledDatabase(MySql.DIALECT, config, url, PooledDatabase.Mode.PREPARED_STATEMENTS);
        try {
            table.prepare(config, database);
            // Each of the three lock modes gives the rows of one plain INSERT or REPLACE consecutive numbers.
            this.settings = database.call("read its settings", TicketServer::settings);
            this.series = settings.series;
            series.requireOffsetWithinIncrement(config);
            this.drawn = database.call(
                    "read its newest ids", connection -> DrawnNumbers.read(connection, table, series.increment()));
            if (series.increment() > 1) {
                lookAtCounter();
            }
        } catch (RuntimeException | Error e) {
            database.close();
            throw e;
        }
    }

    /** Issues one id. */
    long draw() {
        return draw(1);
    }

    /** Issues ids in increasing order, at most {@link #MAX_ROWS} by one statement. */
    void draw(long[] ids, int from, int to) {
        for (int i = from; i < to; ) {
            int rows = Math.min(to - i, MAX_ROWS);
            long id = draw(rows);
            for (int end = i + rows; i < end; i++) {
                ids[i] = id;
                id += series.increment();
            }
        }
    }

    /** Issues ids by one statement, and returns the first. */
    private long draw(int rows) {
        requireCounterAhead();
        try (ClaimsUnderWay.Claim claim = underWay.begin(seen::get)) {
            return accept(call(rows, claim), rows, claim);
        }
    }

    /** Deletes the oldest rows below an id, up to a limit; returns how many. */
    int clean(long below, int limit) {
        String sql = "DELETE FROM " + table.name() + " WHERE id < " + below + " ORDER BY id LIMIT " + limit;
        return database.call(
                "delete used rows of table " + table.name(), connection -> SqlStatements.execute(connection, sql));
    }

    AutoIncrementSeries series() {
        return series;
    }

    private void lookAtCounter() {
        next = database.call("read the counter of table " + table.name(), connection -> counter(connection, table));
    }

    /**
     * Stops this server if another server has issued later numbers of its series, until its counter was moved on. A counter above those numbers
     * goes on.
     *
     * @return what was found; null if the counter is above
     */
    @Nullable
    String stopBelow(TicketServer other) {
        long greatest = other.drawn.greatestOf(series);
        if (greatest < next) {
            return null;
        }
        // The other server's table may have been read later than this counter.
        lookAtCounter();
        if (greatest < next) {
            return null;
        }
        seen.accumulateAndGet(greatest, Math::max);
        suspect = true;
        return other + " has drawn " + greatest + ", as its table shows. " + this + " with " + series
                + " would draw it again, since its counter stands at " + next
                + ". Was a server added, or were increments or offsets changed? Stop all generators, set"
                + " that counter forward by ALTER TABLE "
                + table.name() + " AUTO_INCREMENT = " + (greatest + 1)
                + ", and see id-bench plan-scale-out for how to add a server without that";
    }

    ServerVersion version() {
        return settings.version;
    }

    int lockMode() {
        return settings.lockMode;
    }

    long idsLeft() {
        return (Long.MAX_VALUE - seen.get()) / series.increment();
    }

    long retries() {
        return database.retries();
    }

    @Override
    public String toString() {
        return database.toString();
    }

    @Override
    public void close() {
        database.close();
    }

    /**
     * Issues ids by one statement. If its answer is lost, its ids are not issued: the statement is not repeated, and the next call
     * gets other ids.
     */
    private Answer call(int rows, ClaimsUnderWay.Claim claim) {
        return database.call(rows == 1 ? "draw an id" : "draw " + rows + " ids", connection -> {
            // Before this the call may have waited, while others got ids that a failover then lost.
            claim.sends();
            long floor = seen.get();
            try {
                return new Answer(
                        rows == 1
                                ? new Drawn(statement.one(connection), series.increment())
                                : statement.several(connection, rows),
                        floor);
            } catch (SQLException e) {
                if (isExhausted(connection, e, rows)) {
                    throw exhausted(e);
                }
                throw e;
            }
        });
    }

    /**
     * Checks the ids of an answer. They must lie above the ids that were seen before the statement was sent: the first of several calls may return last. {@link ClaimsUnderWay} compares
     * the ids of such calls. The greatest number of all is never issued, since at the end of the column MySQL returns it again and again.
     */
    private long accept(Answer answer, int rows, ClaimsUnderWay.Claim claim) {
        Drawn drawn = answer.drawn();
        long floor = answer.floor();
        long first = drawn.first();
        long last = first + (rows - 1) * series.increment();
        if (last < first || last > Long.MAX_VALUE - series.increment()) {
            throw exhausted(null);
        }
        if (first <= floor) {
            suspect = true;
            throw regressed("granted id " + first, floor);
        }
        if (drawn.increment() != series.increment() || !series.contains(first)) {
            throw new BackendException(strategy + ": " + database + " granted id " + first + " with increment "
                    + drawn.increment() + ", but had " + series + " when it was first reached: ids of two servers could"
                    + " meet. Fix the server's settings, or open the generator again.");
        }
        // The range includes the numbers of other servers behind it, so that the next number of this server lies above
        // the range.
        if (!claim.isNew(first, last + series.increment() - 1)) {
            suspect = true;
            throw regressed(
                    "granted id " + first + " to a second call at the same time, or while its counter went back",
                    seen.updateAndGet(claim::beyond));
        }
        seen.accumulateAndGet(last, Math::max);
        return first;
    }

    /**
     * Reads a counter that went back before it is used again. Inserts must not move it on: they would pass what this generator has
     * seen, but perhaps not what others have seen. Only an operator knows that.
     */
    private void requireCounterAhead() {
        if (suspect) {
            lookAtCounter();
            long floor = seen.get();
            if (next <= floor) {
                throw regressed("would grant id " + next + " next", floor);
            }
            suspect = false;
        }
    }

    /** The present counter of the table. It is read from SHOW CREATE TABLE, since statistics may be a day old. */
    static long counter(Connection connection, Table table) throws SQLException {
        try (Statement query = connection.createStatement();
                ResultSet row = query.executeQuery("SHOW CREATE TABLE " + table.name())) {
            row.next();
            Matcher matcher = COUNTER.matcher(row.getString(2));
            return matcher.find()
                    ? new BigDecimal(matcher.group(1)).min(GREATEST).longValue()
                    : 1;
        }
    }

    private StoreRegressedException regressed(String what, long floor) {
        return new StoreRegressedException(strategy + ": " + database + " " + what + " from table " + table.name()
                + ", but "
                + floor
                + " was granted before, here or by a server that shares its numbers: was it restored, emptied, failed over to a"
                + " replica that lagged, or added below what others were granted? No id is issued"
                + " until it is set forward: ALTER TABLE " + table.name() + " AUTO_INCREMENT = " + (floor + 1)
                + " (or above what any other node was granted).");
    }

    private IdsExhaustedException exhausted(@Nullable SQLException cause) {
        String message = strategy + ": column id of table " + table.name() + " at " + database
                + " has no number left below " + Long.MAX_VALUE + "; the greatest granted here is " + seen
                + ". Take another table; was the counter set by hand?";
        return cause == null ? new IdsExhaustedException(message) : new IdsExhaustedException(message, cause);
    }

    /**
     * Whether an error means that the column is full. MySQL reports a duplicate key then. MariaDB's error 1467 can also mean a time-out for the
     * counter's lock, for example behind a bulk insert. So the counter decides.
     */
    private boolean isExhausted(Connection connection, SQLException e, int rows) throws SQLException {
        boolean may = MySql.isDuplicate(e)
                || List.of(OUT_OF_RANGE, WARN_OUT_OF_RANGE, MySql.COUNTER_FAILED)
                        .contains(e.getErrorCode())
                || OUT_OF_LONG.equals(e.getSQLState());
        return may && counter(connection, table) >= Long.MAX_VALUE - series.increment() * (rows + 1.0);
    }

    private static Settings settings(Connection connection) throws SQLException {
        try (Statement query = connection.createStatement();
                ResultSet row = query.executeQuery("SELECT VERSION(), @@session.auto_increment_increment,"
                        + " @@session.auto_increment_offset, @@innodb_autoinc_lock_mode")) {
            row.next();
            return new Settings(
                    ServerVersion.parse(row.getString(1)),
                    new AutoIncrementSeries(row.getLong(2), row.getLong(3)),
                    row.getInt(4));
        }
    }
}
