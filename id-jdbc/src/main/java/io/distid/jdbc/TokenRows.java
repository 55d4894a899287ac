package io.distid.jdbc;

import io.distid.coordination.TokenStore.Use;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Inserts, reads and deletes rows of tokens, each by one statement; {@link TableTokenStore} changes them. Stateless. */
final class TokenRows {
    /** The time of a row that does not expire. */
    static final long NEVER = Long.MAX_VALUE;

    private final Dialect dialect;
    private final String now;
    private final String table;

    TokenRows(Dialect dialect, String table) {
        this.dialect = dialect;
        this.now = dialect.now();
        this.table = table;
    }

    /** Inserts an issued token; false if it exists. */
    boolean insert(Connection connection, Use use, String request, long ttl) throws SQLException {
        String expires = ttl == NEVER ? "" + NEVER : now + " + " + ttl;
        long kept = ttl == NEVER ? use.keep().toMillis() : ttl + use.keep().toMillis();
        return dialect.execute(
                        connection,
                        dialect.insertIfAbsent(
                                table,
                                "token, state, request, attempt, fence, expires_at, lease, kept_until",
                                "?, 'issued', ?, ?, 0, " + expires + ", 0, " + now + " + ?"),
                        use.key(),
                        request,
                        use.attempt(),
                        kept)
                == 1;
    }

    /** Reads a row; null if there is none, or if it has expired. */
    @Nullable
    TokenRow read(Connection connection, Use use) throws SQLException {
        String sql = "SELECT state, request, attempt, fence, expires_at, lease, result, " + now + " FROM " + table
                + " WHERE token = ? AND kept_until > " + now;
        try (PreparedStatement query = SqlStatements.prepare(connection, sql, use.key());
                ResultSet row = query.executeQuery()) {
            return row.next()
                    ? new TokenRow(
                            row.getString(1),
                            row.getString(2),
                            row.getString(3),
                            row.getLong(4),
                            row.getLong(5),
                            row.getLong(6),
                            row.getBytes(7),
                            row.getLong(8))
                    : null;
        }
    }

    /** How long the lease of a row that was read lasts at most, in ms. */
    long left(Connection connection, Use use, TokenRow row) throws SQLException {
        if (row.expiresAt() - row.now() <= row.lease()) {
            return row.expiresAt() - row.now();
        }
        // The clock was set back. The holder counts no more than its lease.
        dialect.execute(
                connection,
                "UPDATE " + table + " SET expires_at = " + now
                        + " + lease WHERE token = ? AND fence = ? AND expires_at = ?",
                use.key(),
                row.fence(),
                row.expiresAt());
        return row.lease();
    }

    /** Deletes a token if its row has expired. */
    void forget(Connection connection, Use use) throws SQLException {
        dialect.execute(connection, "DELETE FROM " + table + " WHERE token = ? AND kept_until <= " + now, use.key());
    }

    /** Deletes expired rows, and returns how many. */
    int clean(Connection connection, int most) throws SQLException {
        String sql = dialect.deleteFirst(table, "kept_until <= " + now, "kept_until", most);
        return dialect.execute(connection, sql);
    }
}
