package io.distid.bench.subject;

import io.distid.testkit.server.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** Leaf's table with one tag in it, as an operator makes it before the first start. */
final class LeafTable {
    private static final String TAG = "bench";
    private static final String TABLE = """
            CREATE TABLE IF NOT EXISTS leaf_alloc (
              biz_tag VARCHAR(128) NOT NULL PRIMARY KEY,
              max_id BIGINT NOT NULL DEFAULT 1,
              step INT NOT NULL,
              description VARCHAR(256),
              update_time TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP
            ) ENGINE=InnoDB""";
    /** The step of Leaf's own example. */
    private static final String ROW =
            "INSERT IGNORE INTO leaf_alloc (biz_tag, max_id, step) VALUES ('" + TAG + "', 1, 2000)";

    private LeafTable() {}

    /** Makes the table unless it is there, and returns the tag. */
    static String create(Database database) {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(TABLE);
            statement.execute(ROW);
            return TAG;
        } catch (SQLException e) {
            throw new IllegalStateException(
                    "leaf_alloc could not be made in " + database.name() + ": " + e.getMessage(), e);
        }
    }
}
