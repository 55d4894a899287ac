package io.distid.postgresql;

import static io.distid.testkit.ServerAssumptions.orSkip;

import io.distid.testkit.ConfigPairs;
import io.distid.testservers.Database;
import io.distid.testservers.PostgreSqlServer;
import java.net.InetSocketAddress;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;

/** What the tests of this module share: the server, a configuration, and a few words of SQL. */
final class Servers {
    private Servers() {}

    static PostgreSqlServer shared() {
        return orSkip(PostgreSqlServer::shared);
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
                        // Far longer than anything takes: what is to run out is set shorter where that is tested.
                        "timeout",
                        "60s"),
                more);
    }

    /** The same database, reached by way of a proxy. */
    static Database through(Database database, InetSocketAddress address) {
        return new Database(
                database.name(),
                database.url().replaceFirst("//[^/]+/", "//" + address.getHostString() + ":" + address.getPort() + "/"),
                database.user(),
                database.password());
    }

    /** The same database, entered with a setting of its sessions. */
    static Database with(Database database, String setting) {
        return new Database(
                database.name(),
                database.url() + "?options=-c%20" + setting.replace("\\", "%5C").replace(" ", "%20"),
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

    /** As the administrator. */
    static void administer(PostgreSqlServer server, String... statements) throws SQLException {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }
}
