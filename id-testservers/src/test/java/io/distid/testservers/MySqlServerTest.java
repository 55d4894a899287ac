package io.distid.testservers;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Order;

@Order(3)
class MySqlServerTest extends RealServerContract<MySqlServer> {
    @Override
    MySqlServer startServer() {
        return MySqlServer.start();
    }

    @Override
    MySqlServer sharedServer() {
        return MySqlServer.shared();
    }

    @Override
    void write(MySqlServer server, String value) throws SQLException {
        Database database = server.createDatabase("kept");
        execute(database, "CREATE TABLE IF NOT EXISTS t (k INT PRIMARY KEY, v VARCHAR(100)) ENGINE=InnoDB");
        execute(database, "REPLACE INTO t VALUES (1, '" + value + "')");
    }

    @Override
    String read(MySqlServer server) throws SQLException {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT v FROM kept.t")) {
            row.next();
            return row.getString(1);
        }
    }

    @Override
    String expectedDescription() {
        boolean real = System.getProperty("distid.mysql.home") != null;
        return (real ? "MySQL" : "(MySQL|MariaDB)") + " \\d+\\.\\d+\\.\\d+ \\((embedded|Docker|endpoint)\\)";
    }

    static void execute(Database database, String sql) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
