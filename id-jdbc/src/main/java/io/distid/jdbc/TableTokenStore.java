package io.distid.jdbc;

import io.distid.coordination.Consumption;
import io.distid.coordination.TokenAnswer;
import io.distid.coordination.TokenStore;
import io.distid.spi.IdConfig;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Tokens in a table, with a row for each. Each step is one {@code UPDATE} by the primary key, with all of its conditions, in its own
 * transaction. So one round trip decides which request uses a token first. A second statement reads why a request cannot use it.
 *
 * <p>Each statement can be repeated, since the row has the attempt that changed it last. A statement is sent again if its link broke.
 *
 * <p>Rows are deleted some time after {@code kept_until}, in the background, as new rows are added. A limited number goes at a time, by
 * the index of that column. Until then these rows count as deleted.
 */
public final class TableTokenStore implements TokenStore {
    /** If other requests use the token between this many statements, it counts as in progress. */
    private static final int MOST_ROUNDS = 3;

    private final OpenState open = new OpenState("this store of tokens");
    private final PooledDatabase database;
    private final RowCleaner cleaner;
    private final String table;
    private final TokenRows rows;
    private final Dialect dialect;
    private final String now;
    /**
     * A number above the number in the row, whatever the clock says. The clock also puts it above the numbers of a lost
     * row.
     */
    private final String nextFence;
    /** The condition that the request may use the token now. The parameters are token, request and attempt. */
    private final String usable;
    /** The condition that a use belongs to the caller. The parameters are token, fence and attempt. */
    private final String held;

    /**
     * Connects, and checks the table.
     *
     * @param prepare checks the table, creates it if needed, and returns its name, quoted for a statement
     * @throws io.distid.ConfigException if the table does not fit, or is missing and must not be created
     * @throws io.distid.BackendException if the server does not answer, or refuses
     */
    public TableTokenStore(Dialect dialect, IdConfig config, Function<PooledDatabase, String> prepare) {
        this.dialect = dialect;
        this.now = dialect.now();
        this.nextFence = "GREATEST(fence + 1, " + dialect.nowMicros() + ")";
        this.usable = " WHERE token = ? AND kept_until > " + now
                + " AND request IN ('', ?) AND (state = 'issued' AND expires_at > " + now
                + " OR state = 'begun' AND (expires_at <= " + now + " OR attempt = ?))";
        this.held = " WHERE token = ? AND kept_until > " + now + " AND fence = ? AND attempt = ?";
        this.database = new PooledDatabase(dialect, config, JdbcKeys.url(config), PooledDatabase.Mode.STATEMENTS);
        try {
            this.table = prepare.apply(database);
            this.rows = new TokenRows(dialect, table);
            this.cleaner = new RowCleaner("tokens", config.flag("clean"), config.duration("timeout"));
        } catch (RuntimeException | Error e) {
            database.close();
            throw e;
        }
    }

    @Override
    public boolean issue(Use use, Duration ttl) {
        String request = use.request().equals(NO_REQUEST) ? "" : use.request();
        boolean issued = call("issue a token", connection -> {
            if (rows.insert(connection, use, request, ttl.toMillis())) {
                return true;
            }
            TokenRow row = rows.read(connection, use);
            return row != null && row.isOf(use);
        });
        made();
        return issued;
    }

    @Override
    public Consumption consume(Use use) {
        String set = "fence = " + dialect.answering(nextFence)
                + ", state = 'done', expires_at = 0, request = ?, attempt = ?, kept_until = " + now + " + ?";
        Answer answer = use(
                "consume a token",
                use,
                set,
                use.request(),
                use.attempt(),
                use.keep().toMillis());
        if (answer instanceof TokenAnswer.Refused refused) {
            return refused.reason();
        }
        if (answer instanceof TokenAnswer.InProgress) {
            return Consumption.IN_PROGRESS;
        }
        return answer instanceof Begun ? Consumption.ACCEPTED : Consumption.CONSUMED;
    }

    @Override
    public Answer begin(Use use, Duration lease) {
        // The statement sets the number first, since it is computed from columns that are changed after it.
        String set = "fence = "
                + dialect.answering("CASE WHEN state = 'begun' AND attempt = ? THEN fence ELSE " + nextFence + " END")
                + ", state = 'begun', expires_at = " + now
                + " + ?, lease = ?, request = ?, attempt = ?, kept_until = "
                + now + " + ?";
        long millis = lease.toMillis();
        return use(
                "begin with a token",
                use,
                set,
                use.attempt(),
                millis,
                millis,
                use.request(),
                use.attempt(),
                millis + use.keep().toMillis());
    }

    @Override
    public boolean complete(Use use, long fence, String completion, byte @Nullable [] result) {
        String sql = "UPDATE " + table + " SET state = 'done', expires_at = 0, attempt = ?, kept_until = " + now
                + " + ?" + (result == null ? "" : ", result = ?") + held + " AND state = 'begun'";
        List<Object> values = new ArrayList<>(List.of(completion, use.keep().toMillis()));
        if (result != null) {
            values.add(result);
        }
        values.addAll(List.of(use.key(), fence, use.attempt()));
        return call("complete a token", connection -> {
            if (dialect.execute(connection, sql, values) == 1) {
                return true;
            }
            TokenRow row = rows.read(connection, use);
            return row != null
                    && row.isDone()
                    && row.fence() == fence
                    && row.attempt().equals(completion);
        });
    }

    @Override
    public void release(Use use, long fence) {
        String sql = "UPDATE " + table + " SET expires_at = 0" + held + " AND state = 'begun'";
        call("release a token", connection -> dialect.execute(connection, sql, use.key(), fence, use.attempt()));
    }

    @Override
    public void close() {
        if (open.close()) {
            cleaner.close();
            database.close();
        }
    }

    /** The URL, without secrets. */
    @Override
    public String toString() {
        return "table " + table + " at " + database;
    }

    /** Uses a token if it can be used. If this attempt has used it already, it counts as used now, since the answer was lost. */
    private Answer use(String what, Use use, String set, Object... values) {
        List<Object> all = new ArrayList<>(List.of(values));
        all.addAll(List.of(use.key(), use.request(), use.attempt()));
        Answer answer = call(
                what,
                connection -> use(
                        connection, use, "UPDATE " + table + " SET " + set + usable + dialect.returning("fence"), all));
        if (use.unissued()) {
            made();
        }
        return answer;
    }

    private Answer use(Connection connection, Use use, String sql, List<Object> values) throws SQLException {
        for (int round = 0; round < MOST_ROUNDS; round++) {
            if (use.unissued()) {
                // An issued token already has its row.
                rows.insert(connection, use, "", TokenRows.NEVER);
            }
            long fence = dialect.answered(connection, sql, values);
            if (fence > 0) {
                return new Begun(fence);
            }
            TokenRow row = rows.read(connection, use);
            if (row == null && !use.unissued()) {
                return new TokenAnswer.Refused(Consumption.UNKNOWN);
            }
            if (row == null) {
                // The row has expired, and blocks a new one.
                rows.forget(connection, use);
                continue;
            }
            Consumption refusal = row.refusal(use);
            if (refusal != null) {
                return new TokenAnswer.Refused(refusal);
            }
            if (row.isDone()) {
                return row.isOf(use) ? new Begun(row.fence()) : new TokenAnswer.Completed(row.result());
            }
            if (row.isHeldByAnother(use)) {
                return new TokenAnswer.InProgress(Duration.ofMillis(rows.left(connection, use, row)));
            }
            // The token became free between the two statements.
        }
        return new TokenAnswer.InProgress(Duration.ZERO);
    }

    /** Notes a new row, so that old rows are deleted. */
    private void made() {
        cleaner.made(1, most -> database.call("delete old tokens", connection -> rows.clean(connection, most)));
    }

    private <T> T call(String what, PooledDatabase.Work<T> work) {
        return open.call(() -> database.callRepeatable(what, work));
    }
}
