package io.distid.bench.faults;

import io.distid.testservers.Database;
import io.distid.testservers.PostgreSqlServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** PostgreSQL, with the rights of its administrator. */
final class PostgreSqlAdmin implements StoreAdmin {
    private static final String TOO_MANY_CONNECTIONS = "53300";

    private final PostgreSqlServer server;
    private final Database database;

    /** For the database in the nodes' settings. */
    PostgreSqlAdmin(PostgreSqlServer server, Database database) {
        this.server = server;
        this.database = database;
    }

    @Override
    public void mark(long number) {
        execute(
                "CREATE TABLE IF NOT EXISTS distid_mark (k int PRIMARY KEY, n bigint)",
                "INSERT INTO distid_mark VALUES (1, " + number + ") ON CONFLICT (k) DO UPDATE SET n = excluded.n");
    }

    @Override
    public OptionalLong marked() {
        return exists("distid_mark") ? OptionalLong.of(number("SELECT n FROM distid_mark")) : OptionalLong.empty();
    }

    /** Writes random bytes: others would be compressed. */
    @Override
    public Optional<String> writeLarge() {
        try (Connection connection = server.connect(database.name());
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS distid_large (b text)");
            statement.execute("INSERT INTO distid_large SELECT string_agg(md5(random()::text), '')"
                    + " FROM generate_series(1, " + LARGE / 32 + ") n GROUP BY n / 128");
            return Optional.empty();
        } catch (SQLException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /** The database itself stays: nodes have connections to it. */
    @Override
    public void wipe() {
        execute(
                "DO $$ DECLARE owned record; BEGIN FOR owned IN SELECT format('%s %I', CASE relkind WHEN 'S' THEN 'SEQUENCE'"
                        + " ELSE 'TABLE' END, relname) what FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN"
                        + " ('r', 'S') LOOP EXECUTE 'DROP ' || owned.what || ' CASCADE'; END LOOP; END $$");
    }

    /** Limits the connections of the database. The server's limit can only be set at its start. */
    @Override
    public TakenConnections takeConnections() {
        TakenConnections taken = new TakenConnections();
        try {
            taken.add(() -> execute(limit(-1)));
            execute(limit(FaultStore.CONNECTIONS));
            while (taken.refusal().isEmpty() && taken.count() <= 2 * FaultStore.CONNECTIONS) {
                try {
                    taken.add(DriverManager.getConnection(
                            server.jdbcUrl(database.name()), database.user(), database.password()));
                } catch (SQLException e) {
                    if (!TOO_MANY_CONNECTIONS.equals(e.getSQLState())) {
                        throw e;
                    }
                    taken.refused(e.getMessage());
                }
            }
            return taken;
        } catch (SQLException e) {
            taken.close();
            throw failed("connections could not be taken", e);
        }
    }

    @Override
    public void setCounter(Map<String, String> settings, long last) {
        execute(
                settings.containsKey("tag") || settings.containsKey("store")
                        ? "UPDATE leaf_alloc SET max_id = " + last
                        : "SELECT setval('distid_sequence', " + last + ")");
    }

    private String limit(int connections) {
        return "ALTER DATABASE " + database.name() + " CONNECTION LIMIT " + connections;
    }

    private boolean exists(String table) {
        return number("SELECT count(*) FROM pg_class WHERE oid = to_regclass('" + table + "')") > 0;
    }

    private void execute(String... statements) {
        try (Connection connection = server.connect(database.name());
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        } catch (SQLException e) {
            throw failed(statements[0], e);
        }
    }

    private long number(String sql) {
        try (Connection connection = server.connect(database.name());
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        } catch (SQLException e) {
            throw failed(sql, e);
        }
    }

    private IllegalStateException failed(String what, SQLException e) {
        return new IllegalStateException(server.describe() + ": " + what + ": " + e.getMessage(), e);
    }
}
