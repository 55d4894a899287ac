package io.distid.bench.faults;

import io.distid.testservers.Database;
import io.distid.testservers.MySqlServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** MySQL or MariaDB, with the rights of its administrator. */
final class MySqlAdmin implements StoreAdmin {
    private static final String LARGE_ROWS = "distid_large";
    private static final int LARGE_ROW = 4_096;
    private static final int TOO_MANY_CONNECTIONS = 1040;

    private final MySqlServer server;
    private final Database database;

    /** For the database in the nodes' settings. */
    MySqlAdmin(MySqlServer server, Database database) {
        this.server = server;
        this.database = database;
    }

    @Override
    public void mark(long number) {
        execute("CREATE TABLE IF NOT EXISTS " + table("distid_mark") + " (k INT PRIMARY KEY, n BIGINT) ENGINE=InnoDB");
        execute("REPLACE INTO " + table("distid_mark") + " VALUES (1, " + number + ")");
    }

    @Override
    public OptionalLong marked() {
        return exists("distid_mark")
                ? OptionalLong.of(number("SELECT n FROM " + table("distid_mark")))
                : OptionalLong.empty();
    }

    /**
     * Adds rows each time. The first call creates the table: MariaDB waits for a minute if the log of a DDL statement
     * does not fit the disk.
     */
    @Override
    public Optional<String> writeLarge() {
        String table = table(LARGE_ROWS);
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            if (!exists(LARGE_ROWS)) {
                statement.execute("CREATE TABLE " + table + " (k BIGINT AUTO_INCREMENT PRIMARY KEY, b VARBINARY("
                        + LARGE_ROW + ")) ENGINE=InnoDB");
            }
            // Row by row: MariaDB fails an assertion if it must remove a value that fitted only in part.
            for (int written = 0; written < LARGE; written += LARGE_ROW) {
                statement.execute("INSERT INTO " + table + " (b) VALUES (REPEAT('x', " + LARGE_ROW + "))");
            }
            return Optional.empty();
        } catch (SQLException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /** The user's rights belong to the database's name, and stay. */
    @Override
    public void wipe() {
        execute("DROP DATABASE `" + database.name() + "`");
        execute("CREATE DATABASE `" + database.name() + "`");
    }

    @Override
    public TakenConnections takeConnections() {
        TakenConnections taken = new TakenConnections();
        try {
            long before = number("SELECT @@max_connections");
            Connection keeper = server.connect();
            taken.add(() -> {
                try (keeper;
                        Statement statement = keeper.createStatement()) {
                    statement.execute("SET GLOBAL max_connections = " + before);
                }
            });
            try (Statement statement = keeper.createStatement()) {
                statement.execute("SET GLOBAL max_connections = " + FaultStore.CONNECTIONS);
            }
            while (taken.refusal().isEmpty() && taken.count() <= 2 * FaultStore.CONNECTIONS) {
                try {
                    taken.add(DriverManager.getConnection(
                            server.jdbcUrl(database.name()), database.user(), database.password()));
                } catch (SQLException e) {
                    if (e.getErrorCode() != TOO_MANY_CONNECTIONS) {
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

    /** Moves the counter of the strategy that has the only table. */
    @Override
    public void setCounter(Map<String, String> settings, long last) {
        execute(
                settings.containsKey("tag") || settings.containsKey("store")
                        ? "UPDATE " + table("leaf_alloc") + " SET max_id = " + last
                        : statement(last));
    }

    private String statement(long last) {
        for (String name : new String[] {"distid_auto_increment", "distid_tickets"}) {
            if (exists(name)) {
                return "ALTER TABLE " + table(name) + " AUTO_INCREMENT = " + (last + 1);
            }
        }
        return "UPDATE " + table("distid_counters") + " SET value = " + last;
    }

    private boolean exists(String table) {
        return number("SELECT COUNT(*) FROM information_schema.TABLES WHERE TABLE_SCHEMA = '" + database.name()
                        + "' AND TABLE_NAME = '" + table + "'")
                > 0;
    }

    private String table(String name) {
        return "`" + database.name() + "`." + name;
    }

    private void execute(String sql) {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw failed(sql, e);
        }
    }

    private long number(String sql) {
        try (Connection connection = server.connect();
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
