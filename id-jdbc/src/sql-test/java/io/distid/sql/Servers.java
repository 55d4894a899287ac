package io.distid.sql;

import io.distid.testkit.ConfigPairs;
import io.distid.testservers.Database;
import io.distid.testservers.SqlServer;
import java.net.InetSocketAddress;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;

/** What tests on a database share: the server, a configuration, and a few words of SQL. */
public final class Servers {
    private Servers() {}

    public static SqlServer shared() {
        return Product.shared();
    }

    public static Map<String, String> config(Database database, String... more) {
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

    /** The same database, whose URL has one more parameter. */
    public static Database with(Database database, String parameter) {
        String url = database.url() + (database.url().contains("?") ? "&" : "?") + parameter;
        return new Database(database.name(), url, database.user(), database.password());
    }

    /** The same database, reached by way of a proxy. */
    public static Database through(Database database, InetSocketAddress address) {
        return new Database(
                database.name(),
                database.url().replaceFirst("//[^/]+/", "//" + address.getHostString() + ":" + address.getPort() + "/"),
                database.user(),
                database.password());
    }

    public static void execute(Database database, String... statements) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    public static long number(Database database, String query) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getLong(1);
        }
    }

    /** The table of segments with the columns that Leaf gives it. */
    public static void createLeafTable(Database database) throws SQLException {
        execute(database, Product.LEAF_TABLE);
    }

    /** As the administrator. */
    public static void administer(SqlServer server, String... statements) throws SQLException {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }
}
