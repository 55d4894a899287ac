package io.distid.testservers;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Order;

@Order(1)
class PostgreSqlPairTest extends EnsembleContract<PostgreSqlServer, PostgreSqlPair> {
    /** Short, since a server that is paused takes connections. */
    private static final String TIMEOUT = "?connectTimeout=3&loginTimeout=3&socketTimeout=3";

    private Database database;

    @Override
    PostgreSqlPair startEnsemble() {
        PostgreSqlPair pair = PostgreSqlPair.start();
        database = pair.createDatabase();
        return pair;
    }

    @Override
    void write(PostgreSqlPair pair, String value) throws SQLException {
        try (Connection connection =
                        DriverManager.getConnection(database.url() + TIMEOUT, database.user(), database.password());
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS t (id INT PRIMARY KEY, value VARCHAR(99))");
            statement.execute(
                    "INSERT INTO t VALUES (1, '" + value + "') ON CONFLICT (id) DO UPDATE SET value = excluded.value");
        }
    }

    @Override
    String read(PostgreSqlPair pair, PostgreSqlServer member) throws SQLException {
        try (Connection connection = member.connect(database.name());
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT value FROM t WHERE id = 1")) {
            row.next();
            return row.getString(1);
        }
    }

    @Override
    boolean servesClients(PostgreSqlPair pair, PostgreSqlServer member) {
        try {
            write(pair, "served");
            return true;
        } catch (SQLException e) {
            return false;
        }
    }

    @Override
    void rejoin(PostgreSqlPair pair, PostgreSqlServer old) {
        pair.rejoin(old);
    }
}
