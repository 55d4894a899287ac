package io.distid.bench.subject;

import io.distid.testservers.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;

/** Where this run's PostgreSQL is, as settings. Stateless: safe for use by any number of threads. */
public final class PostgreSqlSettings {
    private static final String TABLE = """
            CREATE TABLE IF NOT EXISTS leaf_alloc (
              biz_tag varchar(128) NOT NULL PRIMARY KEY,
              max_id bigint NOT NULL DEFAULT 1,
              step int NOT NULL,
              description varchar(256),
              update_time timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP)""";
    private static final String ROW =
            "INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES (?, 1, ?) ON CONFLICT DO NOTHING";

    private PostgreSqlSettings() {}

    /**
     * URL, user and password.
     *
     * @param servers where the servers are
     * @param prefix of each key, such as {@code store.}
     * @return keys and values
     */
    public static Map<String, String> of(Servers servers, String prefix) {
        Database database = servers.postgreSql();
        return Map.of(
                prefix + "url",
                database.url(),
                prefix + "user",
                database.user(),
                prefix + "password",
                database.password());
    }

    /**
     * Makes Leaf's table and a tag unless they are there, as an operator does before the first start.
     *
     * @param database where
     * @param tag whose ids
     * @param step ids of a claim
     * @return the tag
     */
    public static String createTag(Database database, String tag, int step) {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(TABLE);
            try (PreparedStatement row = connection.prepareStatement(ROW)) {
                row.setString(1, tag);
                row.setInt(2, step);
                row.execute();
            }
            return tag;
        } catch (SQLException e) {
            throw new IllegalStateException(
                    "leaf_alloc could not be made in " + database.name() + ": " + e.getMessage(), e);
        }
    }
}
