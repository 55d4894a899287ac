package io.distid.db;

import io.distid.ConfigException;
import io.distid.IdsExhaustedException;
import io.distid.spi.IdConfig;
import io.distid.worker.WorkerRequest;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The register in MySQL: a table with a row for each node, which is numbered by an {@code AUTO_INCREMENT}. */
final class RegisteredNumbers implements NodeRegister {
    private final IdConfig config;
    private final String strategy;
    private final Table table;
    private final SqlErrors errors;
    private final ConnectionSource source;
    private final DedicatedConnection looks;

    /** Connects to nothing yet. */
    RegisteredNumbers(IdConfig config) {
        String url = MySqlKeys.url(config);
        this.config = config;
        this.strategy = config.strategy();
        this.table = TableDefinitions.nodes(config);
        this.errors = new SqlErrors(config, url);
        this.source = ConnectionSource.of(config, url, false);
        this.looks = new DedicatedConnection(source, errors);
    }

    @Override
    public Registration register(WorkerRequest request, String address, String token, MySqlHorizon horizon) {
        long clock = request.clock().millis();
        try (PooledDatabase database =
                new PooledDatabase(config, MySqlKeys.url(config), PooledDatabase.Mode.TRANSACTIONS, 0, 10)) {
            table.prepare(config, database);
            return database.call("register node \"" + address + "\"", connection -> {
                // One after the other, or each would wait below for the other's row.
                query(connection, "SELECT id FROM " + table.name() + " ORDER BY id LIMIT 1 FOR UPDATE");
                // A number that was drawn is used up, though the row is rolled back.
                requireLayout(request, otherLayout(connection, request, ""));
                horizon.requireClock(toString(), clock, now(connection));
                int number = insert(connection, request, address, token);
                // Sees what others have inserted and not yet committed, too, and waits for that.
                requireLayout(request, otherLayout(connection, request, " FOR UPDATE"));
                long now = now(connection);
                horizon.requireClock(toString(), clock, now);
                return new Registration(number, now);
            });
        }
    }

    @Override
    public Entry find(int number) {
        return looks.call("look node " + number + " up", connection -> {
            String sql = "SELECT " + SqlErrors.WRITABLE + ", " + SqlStatements.NOW
                    + ", token FROM (SELECT 1) one LEFT JOIN " + table.name() + " ON id = ?";
            try (PreparedStatement query = connection.prepareStatement(sql)) {
                query.setInt(1, number);
                try (ResultSet row = query.executeQuery()) {
                    row.next();
                    SqlErrors.requireWritable(row.getBoolean(1));
                    return new Entry(row.getString(3), row.getLong(2));
                }
            } catch (SQLException e) {
                if (!SqlErrors.isMissing(e)) {
                    throw e;
                }
                return new Entry(null, now(connection));
            }
        });
    }

    @Override
    public NumberLookup lookup(int number, Duration patience) {
        return new BackgroundLookup(this, number, patience);
    }

    @Override
    public String toString() {
        return strategy + ": table " + table.name() + " at " + errors.where();
    }

    @Override
    public void close() {
        looks.close();
        source.close();
    }

    private int insert(Connection connection, WorkerRequest request, String address, String token) throws SQLException {
        String sql = "INSERT INTO " + table.name() + " (namespace, address, layout, token) VALUES (?, ?, ?, ?)";
        try (PreparedStatement insert = connection.prepareStatement(sql, Statement.RETURN_GENERATED_KEYS)) {
            insert.setString(1, request.namespace());
            insert.setString(2, address);
            insert.setString(3, request.fingerprint());
            insert.setString(4, token);
            insert.executeUpdate();
            try (ResultSet keys = insert.getGeneratedKeys()) {
                keys.next();
                long number = keys.getLong(1);
                if (number < 0 || number > request.lastId() - request.firstId()) {
                    throw new IdsExhaustedException("node \"" + address + "\" would be number " + number + " of table "
                            + table.name() + " at " + errors.where() + ", but worker ids are from "
                            + request.firstId() + " to "
                            + request.lastId()
                            + ". Numbers are never used again: take strategy mysql, which leases them,"
                            + " or a layout with more worker bits.");
                }
                return (int) number;
            }
        }
    }

    private @Nullable String otherLayout(Connection connection, WorkerRequest request, String lock)
            throws SQLException {
        return query(
                connection,
                "SELECT layout FROM " + table.name() + " WHERE namespace = ? AND layout <> ? LIMIT 1" + lock,
                request.namespace(),
                request.fingerprint());
    }

    private static long now(Connection connection) throws SQLException {
        return Long.parseLong(String.valueOf(query(connection, "SELECT " + SqlStatements.NOW)));
    }

    private void requireLayout(WorkerRequest request, @Nullable String other) {
        if (other != null) {
            throw new ConfigException(this + ": namespace \"" + request.namespace() + "\" is in use with the layout \""
                    + other + "\", not \"" + request.fingerprint()
                    + "\": ids of two layouts can be equal; take another namespace");
        }
    }

    /** The first field of the first row; null if there is none. */
    private static @Nullable String query(Connection connection, String sql, String... values) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                query.setString(i + 1, values[i]);
            }
            try (ResultSet row = query.executeQuery()) {
                return row.next() ? row.getString(1) : null;
            }
        }
    }
}
