package io.distid.jdbc;

import io.distid.coordination.LockStore;
import io.distid.spi.IdConfig;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Locks in a table, with a row for each. Each step is one {@code UPDATE} by the primary key, in its own transaction. So steps on one lock wait for each other, for no longer than a statement, and
 * never deadlock.
 *
 * <p>A new number is greater than the number in the row, and not below the server's time in µs. So numbers grow as long as the row is kept, whatever the clock does. If the row is lost, with a
 * backup or a replica that lagged, they grow unless the clock is behind the last grant.
 *
 * <p>All times are of the server's clock at the beginning of a statement. If a statement waits for the row, the lease that it grants began before the wait, as its caller counts it.
 *
 * <p>A server's own locks ({@code GET_LOCK} of MySQL, {@code pg_advisory_lock} of PostgreSQL) would be shorter, but are not enough. Such a lock belongs to a session, and is lost unnoticed when a
 * proxy or a broken link ends the session. Another server does not know the lock after a failover. The lock has no number that a resource could check.
 */
public final class TableLockStore implements LockStore {
    private static final Duration POLL = Duration.ofMillis(25);
    /** If other holders take and free the lock between this many statements, it counts as held. */
    private static final int MOST_ROUNDS = 3;

    private final OpenState open = new OpenState("this store of locks");
    private final PooledDatabase database;
    /** The connection of holders, which must not queue behind callers that ask for a lock again and again. */
    private final DedicatedConnection holders;

    private final String table;
    private final Dialect dialect;
    private final String now;

    /**
     * Connects, and checks the table.
     *
     * @param prepare checks the table, creates it if needed, and returns its name, quoted for a statement
     * @throws io.distid.ConfigException if the table does not fit, or is missing and must not be created
     * @throws io.distid.BackendException if the server does not answer, or refuses
     */
    public TableLockStore(Dialect dialect, IdConfig config, Function<PooledDatabase, String> prepare) {
        this.dialect = dialect;
        this.now = dialect.now();
        this.database = new PooledDatabase(dialect, config, JdbcKeys.url(config), PooledDatabase.Mode.STATEMENTS);
        try {
            this.table = prepare.apply(database);
            this.holders = database.keep();
        } catch (RuntimeException | Error e) {
            database.close();
            throw e;
        }
    }

    /** A row whose lock cannot be taken. */
    private record Row(
            long fence, String token, String process, long until, long lease, boolean wanted, long freed, long now) {}

    @Override
    public Answer take(String lock, String process, List<String> tokens, String token, Duration lease) {
        return open.call(() -> database.call(
                "take lock " + lock, connection -> take(connection, lock, process, tokens, token, lease.toMillis())));
    }

    private Answer take(
            Connection connection, String lock, String process, List<String> tokens, String token, long lease)
            throws SQLException {
        for (int round = 0; round < MOST_ROUNDS; round++) {
            long fence = update(connection, lock, process, tokens, token, lease);
            if (fence > 0) {
                return new Granted(fence);
            }
            Row row = read(connection, lock);
            if (row == null) {
                dialect.execute(
                        connection,
                        dialect.insertIfAbsent(
                                table,
                                "name, fence, token, process, held_until, lease, wanted, freed",
                                "?, 0, '', '', 0, 0, 0, 0"),
                        lock);
            } else if (row.until() > row.now()) {
                return new Held(Duration.ofMillis(left(connection, lock, row, process)));
            }
            // The row was inserted just now, or became free between the two statements.
        }
        return new Held(POLL);
    }

    private long update(
            Connection connection, String lock, String process, List<String> tokens, String token, long lease)
            throws SQLException {
        // The statement sets freed and fence first, since both are computed from columns that it changes after them.
        String sql = "UPDATE " + table
                + " SET freed = CASE WHEN held_until = 0 THEN fence ELSE 0 END, fence = "
                + dialect.answering("GREATEST(fence + 1, " + dialect.nowMicros() + ")")
                + ", token = ?, process = ?, lease = ?, wanted = 0, held_until = " + now
                + " + ? WHERE name = ? AND (held_until <= " + now + " OR " + SqlStatements.isOneOf(tokens) + ")"
                + dialect.returning("fence");
        return dialect.answered(connection, sql, token, process, lease, lease, lock, tokens);
    }

    /** Returns how long the holder's lease lasts at most, and notes that another process wants the lock. */
    private long left(Connection connection, String lock, Row row, String process) throws SQLException {
        long left = row.until() - row.now();
        if (left > row.lease()) {
            // The clock was set back. The holder counts no more than its lease.
            left = row.lease();
            dialect.execute(
                    connection,
                    "UPDATE " + table + " SET held_until = " + now
                            + " + lease WHERE name = ? AND fence = ? AND held_until = ?",
                    lock,
                    row.fence(),
                    row.until());
        }
        if (!row.wanted() && !row.process().equals(process)) {
            dialect.execute(
                    connection, "UPDATE " + table + " SET wanted = 1 WHERE name = ? AND fence = ?", lock, row.fence());
        }
        return left;
    }

    @Override
    public boolean extend(String lock, long fence, List<String> tokens, String token, Duration lease) {
        String sql = "UPDATE " + table + " SET token = ?, lease = ?, held_until = " + now
                + " + ? WHERE name = ? AND fence = ? AND held_until <> 0 AND " + SqlStatements.isOneOf(tokens);
        long millis = lease.toMillis();
        return open.call(() -> holders.call(
                "extend lock " + lock,
                connection -> dialect.execute(connection, sql, token, millis, millis, lock, fence, tokens) == 1));
    }

    @Override
    public Released release(String lock, long fence, List<String> tokens) {
        String sql = "UPDATE " + table
                + " SET held_until = 0, wanted = " + dialect.answering("wanted + 1") + " - 1 WHERE name = ? AND (? = 0"
                + " OR fence = ?) AND held_until <> 0 AND " + SqlStatements.isOneOf(tokens)
                + dialect.returning("wanted + 1");
        return open.call(() -> holders.call("free lock " + lock, connection -> {
            long answer = dialect.answered(connection, sql, lock, fence, fence, tokens);
            if (answer > 0) {
                return answer == 1 ? Released.FREED : Released.FREED_AND_WANTED;
            }
            Row row = read(connection, lock);
            boolean freedBefore = row != null
                    && (tokens.contains(row.token()) && row.until() == 0 || fence != 0 && row.freed() == fence);
            return freedBefore ? Released.FREED : Released.LOST;
        }));
    }

    @Override
    public Duration pollInterval() {
        return POLL;
    }

    @Override
    public void close() {
        open.close();
        holders.close();
        database.close();
    }

    /** The URL, without secrets. */
    @Override
    public String toString() {
        return "table " + table + " at " + database;
    }

    private @Nullable Row read(Connection connection, String lock) throws SQLException {
        String sql = "SELECT fence, token, process, held_until, lease, wanted, freed, " + now + " FROM " + table
                + " WHERE name = ?";
        try (PreparedStatement query = SqlStatements.prepare(connection, sql, lock);
                ResultSet row = query.executeQuery()) {
            return row.next()
                    ? new Row(
                            row.getLong(1),
                            row.getString(2),
                            row.getString(3),
                            row.getLong(4),
                            row.getLong(5),
                            row.getLong(6) != 0,
                            row.getLong(7),
                            row.getLong(8))
                    : null;
        }
    }
}
