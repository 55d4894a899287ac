package io.distid.testservers;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Order;

@Order(1)
class MySqlPairTest extends EnsembleContract<MySqlServer, MySqlPair> {
    /** Short, since a server that is paused takes connections. */
    private static final String TIMEOUT = "&connectTimeout=3000&socketTimeout=3000";

    private Database database;

    @Override
    MySqlPair startEnsemble() {
        MySqlPair pair = MySqlPair.start();
        database = pair.createDatabase();
        return pair;
    }

    @Override
    void write(MySqlPair pair, String value) throws SQLException {
        try (Connection connection =
                        DriverManager.getConnection(database.url() + TIMEOUT, database.user(), database.password());
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS t (id INT PRIMARY KEY, value VARCHAR(99))");
            statement.execute("REPLACE INTO t VALUES (1, '" + value + "')");
        }
    }

    @Override
    String read(MySqlPair pair, MySqlServer member) throws SQLException {
        try (Connection connection = member.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT value FROM " + database.name() + ".t WHERE id = 1")) {
            row.next();
            return row.getString(1);
        }
    }

    @Override
    boolean servesClients(MySqlPair pair, MySqlServer member) {
        try {
            write(pair, "served");
            return true;
        } catch (SQLException e) {
            return false;
        }
    }

    @Override
    void rejoin(MySqlPair pair, MySqlServer old) {
        pair.rejoin(old);
    }
}
