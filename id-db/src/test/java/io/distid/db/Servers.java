package io.distid.db;

import static io.distid.testkit.ServerAssumptions.orSkip;

import io.distid.testkit.ConfigPairs;
import io.distid.testservers.Database;
import io.distid.testservers.MySqlServer;
import java.net.InetSocketAddress;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;

/** What the tests of this module share: the server, a configuration, and a few words of SQL. */
final class Servers {
    private Servers() {}

    static MySqlServer shared() {
        return orSkip(MySqlServer::shared);
    }

    static Map<String, String> config(Database database, String... more) {
        return ConfigPairs.with(
                Map.of(
                        "url",
                        database.url(),
                        "user",
                        database.user(),
                        "password",
                        database.password(),
                        "create",
                        "true",
                        // Several servers share few cores with the tests, and the whole machine may stand still: what
                        // is
                        // to run out is set shorter where that is tested.
                        "timeout",
                        "60s"),
                more);
    }

    /** The same database, entered with an isolation level. */
    static Database at(Database database, String isolation) {
        return new Database(
                database.name(),
                database.url() + "&sessionVariables=transaction_isolation='" + isolation + "'",
                database.user(),
                database.password());
    }

    /** The same database, reached by way of a proxy. */
    static Database through(Database database, InetSocketAddress address) {
        return new Database(
                database.name(),
                database.url().replaceFirst("//[^/]+/", "//" + address.getHostString() + ":" + address.getPort() + "/"),
                database.user(),
                database.password());
    }

    static void execute(Database database, String... statements) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    static long number(Database database, String query) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getLong(1);
        }
    }

    /** The table with the columns that Leaf's own script gives it. */
    static void createLeafTable(Database database) throws SQLException {
        execute(database, """
                CREATE TABLE leaf_alloc (
                  biz_tag varchar(128) NOT NULL DEFAULT '',
                  max_id bigint(20) NOT NULL DEFAULT '1',
                  step int(11) NOT NULL,
                  description varchar(256) DEFAULT NULL,
                  update_time timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
                  PRIMARY KEY (biz_tag)
                ) ENGINE=InnoDB""");
    }

    /** As the administrator. */
    static void administer(MySqlServer server, String... statements) throws SQLException {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }
}
