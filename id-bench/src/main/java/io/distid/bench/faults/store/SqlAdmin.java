package io.distid.bench.faults.store;

import io.distid.testservers.Database;
import io.distid.testservers.SqlServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.OptionalLong;

/** Breaks a SQL server and looks at it, as its administrator, in the database that the nodes use. */
abstract class SqlAdmin extends StoreAdmin {
    private static final String TABLE = "distid_mark";

    private final SqlServer server;
    private final Database database;
    private final String limit;
    private final String noLimit;

    /** With the statements that limit connections, and that end the limit. */
    SqlAdmin(SqlServer server, Database database, String limit, String noLimit) {
        this.server = server;
        this.database = database;
        this.limit = limit;
        this.noLimit = noLimit;
    }

    @Override
    public void mark(long number) {
        execute(
                "CREATE TABLE IF NOT EXISTS " + TABLE + " (n BIGINT)",
                "DELETE FROM " + TABLE,
                "INSERT INTO " + TABLE + " VALUES (" + number + ")");
    }

    @Override
    public OptionalLong marked() {
        return exists(TABLE) ? OptionalLong.of(number("SELECT n FROM " + TABLE)) : OptionalLong.empty();
    }

    @Override
    AutoCloseable limitConnections() throws SQLException {
        Connection keeper = connect();
        run(limit);
        return () -> {
            try (keeper;
                    Statement statement = keeper.createStatement()) {
                statement.execute(noLimit);
            }
        };
    }

    @Override
    AutoCloseable connect(int taken) throws SQLException {
        return DriverManager.getConnection(server.jdbcUrl(database.name()), database.user(), database.password());
    }

    @Override
    public void setCounter(Map<String, String> settings, long last) {
        execute(
                settings.containsKey("tag") || settings.containsKey("store")
                        ? "UPDATE leaf_alloc SET max_id = " + last
                        : counterAt(last));
    }

    /** The statement that sets the counter. Only one strategy has a counter in the database. */
    abstract String counterAt(long last);

    boolean exists(String table) {
        return number("SELECT COUNT(*) FROM information_schema.tables WHERE table_schema IN ('public', '" + name()
                        + "') AND table_name = '" + table + "'")
                > 0;
    }

    /** The name of the database. */
    String name() {
        return database.name();
    }

    Connection connect() throws SQLException {
        return server.connect(database.name());
    }

    void execute(String... statements) {
        try {
            run(statements);
        } catch (SQLException e) {
            throw failed(statements[0], e);
        }
    }

    void run(String... statements) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    long number(String sql) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        } catch (SQLException e) {
            throw failed(sql, e);
        }
    }

    private static IllegalStateException failed(String what, SQLException e) {
        return new IllegalStateException(what + ": " + e.getMessage(), e);
    }
}
