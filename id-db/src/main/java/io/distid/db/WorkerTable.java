package io.distid.db;

import io.distid.spi.IdConfig;
import io.distid.spi.WorkerRequest;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The table of worker ids: one row for each id that was ever granted, and one ({@value #HEADER}) that names the layout.
 *
 * <p>Each method is one statement, which holds all of its conditions: it changes the row it was decided on or none. So it does
 * not matter at which isolation level, or how long ago, that row was read. Expiry goes by the server's clock alone. {@code fence}
 * grows with each grant and each release, so what a former holder sends late matches no row.
 */
final class WorkerTable implements AutoCloseable {
    static final int HEADER = -1;

    private static final String DDL = "CREATE TABLE IF NOT EXISTS %s ("
            + "namespace VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL, "
            + "worker_id INT NOT NULL, "
            + "layout VARCHAR(255) NOT NULL, "
            + "holder VARCHAR(255) NOT NULL, "
            + "fence BIGINT NOT NULL, "
            + "reserved_until BIGINT NOT NULL, "
            + "expires_at BIGINT NOT NULL, "
            + "PRIMARY KEY (namespace, worker_id)) ENGINE = InnoDB";
    private static final List<String> NUMBER = List.of("BIGINT");
    private static final Map<String, List<String>> COLUMNS = Map.of(
            "namespace", List.of(),
            "worker_id", List.of(),
            "layout", List.of(),
            "holder", List.of(),
            "fence", NUMBER,
            "reserved_until", NUMBER,
            "expires_at", NUMBER);
    /** The server's clock in epoch ms, as the statement began; not through a local time, which an hour in autumn has twice. */
    private static final String NOW = "(UNIX_TIMESTAMP() * 1000 + MICROSECOND(NOW(6)) DIV 1000)";

    private static final int MOST_CHARACTERS = 255;

    private final Database database;
    private final KeptConnection renewals;
    private final String table;

    /**
     * A row as it stood when it was read.
     *
     * @param id the worker id, or {@link #HEADER}
     * @param fence how often it changed hands, above the time of the first
     * @param reservedUntil epoch ms, by its holder's clock: ticks up to it may be used
     * @param expiresAt epoch ms, by the server's clock; 0 if it was released
     */
    record Row(int id, String layout, String holder, long fence, long reservedUntil, long expiresAt) {}

    /**
     * A namespace as it stood.
     *
     * @param now the server's clock
     */
    record Snapshot(@Nullable String layout, Map<Integer, Row> rows, long now) {}

    WorkerTable(IdConfig config) {
        this.database = new Database(config, config.text("url"), Database.Mode.STATEMENTS, 0, 20);
        try {
            Table prepared = Table.of(config, DDL, COLUMNS);
            this.table = prepared.name();
            prepared.prepare(config, database);
            this.renewals = database.keep();
        } catch (RuntimeException | Error e) {
            database.close();
            throw e;
        }
    }

    /** All that is known of a namespace. */
    Snapshot read(String namespace) {
        return database.call("read the worker ids of namespace \"" + namespace + "\"", connection -> {
            // The outer join yields the server's time even if there is no row.
            String sql = "SELECT " + NOW + ", w.worker_id, w.layout, w.holder, w.fence, w.reserved_until, w.expires_at"
                    + " FROM (SELECT 1) one LEFT JOIN " + table + " w ON w.namespace = ?";
            try (PreparedStatement query = connection.prepareStatement(sql)) {
                query.setString(1, namespace);
                try (ResultSet answer = query.executeQuery()) {
                    return snapshot(answer);
                }
            }
        });
    }

    /** Claims a namespace for a layout, unless somebody else was first. */
    void claim(String namespace, String layout) {
        insert(namespace, HEADER, layout, "", 0, 0, 0, Long.MAX_VALUE);
    }

    /** Takes an id that was never granted; returns its fence, or null if somebody was first. */
    @Nullable
    Long takeNew(WorkerRequest request, int id, long now, long reservedUntil, long maxAhead) {
        return insert(
                        request.namespace(),
                        id,
                        request.fingerprint(),
                        request.holder(),
                        now,
                        reservedUntil,
                        request.reservation().toMillis(),
                        maxAhead)
                ? now
                : null;
    }

    /** Takes an id whose lease is over; returns its fence, or null if somebody was first or it was renewed after all. */
    @Nullable
    Long take(WorkerRequest request, Row free, long now, long reservedUntil, long maxAhead) {
        long fence = Math.max(free.fence + 1, now);
        String sql =
                "UPDATE " + table + " SET layout = ?, holder = ?, fence = ?, reserved_until = ?, expires_at = " + NOW
                        + " + ? WHERE namespace = ? AND worker_id = ? AND fence = ? AND reserved_until = ? AND expires_at <= "
                        + NOW
                        + " AND ? <= " + NOW + " + ?";
        return update(
                        "take worker id " + free.id,
                        sql,
                        request.fingerprint(),
                        cut(request.holder()),
                        fence,
                        reservedUntil,
                        request.reservation().toMillis(),
                        request.namespace(),
                        free.id,
                        free.fence,
                        free.reservedUntil,
                        reservedUntil,
                        maxAhead)
                ? fence
                : null;
    }

    /** Moves the bound and the expiry, in one round trip; false if the row is not as its holder left it. */
    boolean renew(String namespace, int id, long fence, long confirmed, long target, long term, long maxAhead) {
        String sql = "UPDATE " + table + " SET reserved_until = GREATEST(reserved_until, ?), expires_at = " + NOW
                + " + ? WHERE namespace = ? AND worker_id = ? AND fence = ? AND reserved_until >= ? AND ? <= " + NOW
                + " + ?";
        return renewals.call(
                "renew worker id " + id,
                connection ->
                        execute(connection, sql, target, term, namespace, id, fence, confirmed, target, maxAhead));
    }

    /** Frees an id; false if it was not its holder's any more. */
    boolean release(String namespace, int id, long fence, long confirmed, long stampedUntil) {
        String sql = "UPDATE " + table + " SET reserved_until = ?, expires_at = 0, fence = fence + 1"
                + " WHERE namespace = ? AND worker_id = ? AND fence = ? AND reserved_until >= ?";
        return update("release worker id " + id, sql, stampedUntil, namespace, id, fence, confirmed);
    }

    String name() {
        return table;
    }

    @Override
    public String toString() {
        return database.toString();
    }

    @Override
    public void close() {
        renewals.close();
        database.close();
    }

    private boolean insert(
            String namespace,
            int id,
            String layout,
            String holder,
            long fence,
            long reservedUntil,
            long term,
            long maxAhead) {
        String sql = "INSERT INTO " + table
                + " (namespace, worker_id, layout, holder, fence, reserved_until, expires_at) SELECT ?, ?, ?, ?, ?, ?, "
                + NOW
                + " + ? FROM (SELECT 1) one WHERE ? - " + NOW + " <= ?";
        return update(
                "take worker id " + id,
                sql,
                namespace,
                id,
                layout,
                cut(holder),
                fence,
                reservedUntil,
                term,
                reservedUntil,
                maxAhead);
    }

    private boolean update(String what, String sql, Object... values) {
        return database.call(what, connection -> execute(connection, sql, values));
    }

    private static boolean execute(Connection connection, String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            return statement.executeUpdate() > 0;
        } catch (SQLException e) {
            if (SqlErrors.isDuplicate(e)) {
                return false;
            }
            throw e;
        }
    }

    private static Snapshot snapshot(ResultSet answer) throws SQLException {
        String layout = null;
        Map<Integer, Row> rows = new HashMap<>();
        long now = 0;
        while (answer.next()) {
            now = answer.getLong(1);
            int id = answer.getInt(2);
            if (answer.wasNull()) {
                continue;
            }
            Row row = new Row(
                    id,
                    answer.getString(3),
                    answer.getString(4),
                    answer.getLong(5),
                    answer.getLong(6),
                    answer.getLong(7));
            if (id == HEADER) {
                layout = row.layout;
            } else {
                rows.put(id, row);
            }
        }
        return new Snapshot(layout, rows, now);
    }

    private static String cut(String holder) {
        return holder.length() <= MOST_CHARACTERS ? holder : holder.substring(0, MOST_CHARACTERS);
    }
}
