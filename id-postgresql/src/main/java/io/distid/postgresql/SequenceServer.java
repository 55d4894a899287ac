package io.distid.postgresql;

import io.distid.BackendException;
import io.distid.IdsExhaustedException;
import io.distid.StoreRegressedException;
import io.distid.internal.ClaimsUnderWay;
import io.distid.jdbc.PooledDatabase;
import io.distid.jdbc.SqlStatements;
import io.distid.spi.IdConfig;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** One server that counts: its database, its sequence, and how far the sequence was seen to be. */
final class SequenceServer implements AutoCloseable {
    /** The most numbers of one statement: a few milliseconds of the server's time. */
    static final int MOST_NUMBERS = 1_000;

    private static final String LIMIT_EXCEEDED = "2200H";

    private final String strategy;
    private final PooledDatabase database;
    private final String name;
    private final int batch;
    private final SequenceFacts facts;
    private final String one;
    private final String several;

    /** The last id of the greatest batch that was issued here. */
    private final AtomicLong seen = new AtomicLong();

    private final ClaimsUnderWay underWay = new ClaimsUnderWay();
    /** Set once the sequence went back. The sequence is then read before it is used. */
    private volatile boolean suspect;

    /** The numbers of one statement, and the greatest id seen when it was sent. */
    private record Answer(long[] numbers, long floor) {}

    /**
     * Connects, and checks that the server can issue ids.
     *
     * @param index the place of this server among those that share the numbers
     * @param servers how many share them
     */
    SequenceServer(IdConfig config, String url, int index, int servers) {
        this.strategy = config.strategy();
        this.name = PostgreSqlKeys.quoted(config.text("sequence"));
        this.batch = Math.toIntExact(config.integer("batch"));
        String next = "SELECT nextval('" + name.replace("'", "''") + "'::regclass), " + PostgreSql.DURABLE;
        this.one = next;
        this.several = next + " FROM generate_series(1, ?)";
        this.database = new PooledDatabase(PostgreSql.DIALECT, config, url, PooledDatabase.Mode.PREPARED_STATEMENTS);
        try {
            long increment = (long) batch * servers;
            String ddl = "CREATE SEQUENCE IF NOT EXISTS " + name + " AS bigint INCREMENT BY " + increment
                    + " START WITH " + (config.integer("start") + (long) index * batch);
            if (config.flag("create")) {
                database.call("create sequence " + name, connection -> PostgreSqlTable.create(connection, ddl));
            }
            SequenceFacts found =
                    database.call("read sequence " + name, connection -> SequenceFacts.read(connection, name));
            if (found == null) {
                throw config.invalid(
                        "sequence",
                        "a sequence of " + database + ", which has no " + name
                                + "; create it, or set create=true for this: " + ddl);
            }
            String reason = servers == 1
                    ? "as key \"" + config.fullName("batch") + "\" says"
                    : "for batches of " + batch + " on " + servers + " servers";
            List<String> faults = found.faults(name, increment, reason);
            if (!faults.isEmpty()) {
                throw config.invalid(
                        "sequence",
                        "a sequence as this statement makes it: " + ddl + "; but " + name + " at " + database
                                + " is not: " + String.join("; ", faults));
            }
            this.facts = found;
        } catch (RuntimeException | Error e) {
            database.close();
            throw e;
        }
    }

    /** Claims batches, and returns their first ids in increasing order. */
    long[] draw(int count) {
        requireAhead();
        try (ClaimsUnderWay.Claim claim = underWay.begin(seen::get)) {
            Answer answer = send(count, claim);
            for (long number : answer.numbers) {
                accept(number, answer.floor, claim);
            }
            long last = answer.numbers[count - 1] + batch - 1;
            seen.accumulateAndGet(last, Math::max);
            return answer.numbers;
        }
    }

    /** Sends a statement once. If its answer is lost, its numbers are not issued. */
    private Answer send(int count, ClaimsUnderWay.Claim claim) {
        return database.call(count == 1 ? "draw a number" : "draw " + count + " numbers", connection -> {
            // Before this the call may have waited, while others got numbers that a failover then lost.
            claim.sends();
            long floor = seen.get();
            try {
                return new Answer(numbers(connection, count), floor);
            } catch (SQLException e) {
                if (LIMIT_EXCEEDED.equals(e.getSQLState())) {
                    throw exhausted();
                }
                throw e;
            }
        });
    }

    private long[] numbers(Connection connection, int count) throws SQLException {
        long[] numbers = new long[count];
        Object[] values = count == 1 ? new Object[0] : new Object[] {count};
        try (PreparedStatement query = SqlStatements.prepare(connection, count == 1 ? one : several, values);
                ResultSet row = query.executeQuery()) {
            for (int i = 0; i < count; i++) {
                row.next();
                numbers[i] = row.getLong(1);
            }
            return numbers;
        }
    }

    private void accept(long number, long floor, ClaimsUnderWay.Claim claim) {
        if (number > Long.MAX_VALUE - batch) {
            throw exhausted();
        }
        if (number <= floor) {
            suspect = true;
            throw regressed("gave " + number, floor);
        }
        if (Math.floorMod(number - facts.start(), facts.increment()) != 0) {
            throw new BackendException(strategy + ": " + where() + " gave " + number + ", but counted from "
                    + facts.start() + " by " + facts.increment() + " when it was first reached. Was it altered?"
                    + " Ids could repeat; give all generators the same settings, and open this one again.");
        }
        if (!claim.isNew(number, number + batch - 1)) {
            suspect = true;
            throw regressed(
                    "gave " + number + " to two calls at one time, or to one while it went back",
                    seen.updateAndGet(claim::beyond));
        }
    }

    /**
     * Reads a sequence that went back before it is used again. Calls must not move it on: they would pass what this generator has seen, but perhaps not what
     * others have seen. Only an operator knows that.
     */
    private void requireAhead() {
        if (suspect) {
            long next = database.call("look at sequence " + name, this::next);
            long floor = seen.get();
            if (next <= floor) {
                throw regressed("will give " + next + " next", floor);
            }
            suspect = false;
        }
    }

    private long next(Connection connection) throws SQLException {
        try (Statement query = connection.createStatement();
                ResultSet row = query.executeQuery("SELECT last_value, is_called FROM " + name)) {
            row.next();
            return row.getLong(1) + (row.getBoolean(2) ? facts.increment() : 0);
        }
    }

    private StoreRegressedException regressed(String what, long floor) {
        return new StoreRegressedException(strategy + ": " + where() + " " + what + ", but " + floor
                + " was given before: was it created again, set by hand, restored, or failed over to a standby"
                + " that lagged?"
                + " Before more ids are drawn, set it above what any node has drawn: SELECT setval('"
                + name.replace("'", "''") + "', " + facts.atOrAbove(floor) + ").");
    }

    private IdsExhaustedException exhausted() {
        return new IdsExhaustedException(strategy + ": " + where() + " has no number left up to " + facts.max()
                + "; the greatest id drawn here is " + seen + ". Was it set by hand? Take another sequence.");
    }

    /** The remainder of its numbers; no two servers may have the same. */
    long offset() {
        return Math.floorMod(facts.start(), facts.increment());
    }

    long idsLeft() {
        return (facts.max() - seen.get()) / facts.increment() * batch;
    }

    long retries() {
        return database.retries();
    }

    private String where() {
        return "sequence " + name + " at " + database;
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
