package io.distid.testservers;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Order;

@Order(3)
class PostgreSqlServerTest extends RealServerContract<PostgreSqlServer> {
    @Override
    PostgreSqlServer startServer() {
        return PostgreSqlServer.start();
    }

    @Override
    PostgreSqlServer sharedServer() {
        return PostgreSqlServer.shared();
    }

    @Override
    void write(PostgreSqlServer server, String value) throws SQLException {
        Database database = server.createDatabase("kept");
        execute(database, "CREATE TABLE IF NOT EXISTS t (k INT PRIMARY KEY, v VARCHAR(100))");
        execute(database, "INSERT INTO t VALUES (1, '" + value + "') ON CONFLICT (k) DO UPDATE SET v = excluded.v");
    }

    @Override
    String read(PostgreSqlServer server) throws SQLException {
        try (Connection connection = server.connect("kept");
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT v FROM t")) {
            row.next();
            return row.getString(1);
        }
    }

    @Override
    String expectedDescription() {
        return "PostgreSQL \\d+\\.\\d+ \\((embedded|Docker|endpoint)\\)";
    }

    static void execute(Database database, String sql) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
