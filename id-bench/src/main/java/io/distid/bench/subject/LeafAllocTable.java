package io.distid.bench.subject;

import io.distid.testservers.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.function.IntFunction;

/**
 * Leaf's table with tags, as an operator creates it before the first start. Stateless: safe for use by any number of
 * threads.
 */
public final class LeafAllocTable {
    private static final String TABLE = """
            CREATE TABLE IF NOT EXISTS leaf_alloc (
              biz_tag VARCHAR(128) NOT NULL PRIMARY KEY,
              max_id BIGINT NOT NULL DEFAULT 1,
              step INT NOT NULL,
              description VARCHAR(256),
              update_time TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP""";
    private static final String END_IN_MYSQL = " ON UPDATE CURRENT_TIMESTAMP) ENGINE=InnoDB";
    private static final String ROW = "INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES (?, 1, ?) ";
    private static final String UNLESS_THERE = "ON CONFLICT DO NOTHING";
    private static final String UNLESS_THERE_IN_MYSQL = "ON DUPLICATE KEY UPDATE biz_tag = biz_tag";

    private static final String DELETE = "DELETE FROM leaf_alloc WHERE LEFT(biz_tag, ?) = ?";

    private static final int BATCH = 1000;

    private LeafAllocTable() {}

    /** Makes table and tag unless they are there, and returns the tag. */
    public static String create(Database database, String tag, int step) {
        create(database, 1, any -> tag, step);
        return tag;
    }

    /** Makes the table, and many tags of it, which are numbered from 0. */
    public static void create(Database database, int count, IntFunction<String> name, int step) {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            boolean postgreSql = connection.getMetaData().getURL().startsWith("jdbc:postgresql:");
            statement.execute(TABLE + (postgreSql ? ")" : END_IN_MYSQL));
            try (PreparedStatement row =
                    connection.prepareStatement(ROW + (postgreSql ? UNLESS_THERE : UNLESS_THERE_IN_MYSQL))) {
                connection.setAutoCommit(false);
                for (int tag = 0; tag < count; tag++) {
                    row.setString(1, name.apply(tag));
                    row.setInt(2, step);
                    row.addBatch();
                    if (tag % BATCH == BATCH - 1) {
                        row.executeBatch();
                    }
                }
                row.executeBatch();
                connection.commit();
            }
        } catch (SQLException e) {
            throw new IllegalStateException(
                    "tags of leaf_alloc could not be made in " + database.name() + ": " + e.getMessage(), e);
        }
    }

    /** Deletes tags. */
    public static void delete(Database database, String prefix) {
        try (Connection connection = database.connect();
                PreparedStatement delete = connection.prepareStatement(DELETE)) {
            delete.setInt(1, prefix.length());
            delete.setString(2, prefix);
            delete.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException(
                    "tags " + prefix + "* could not be deleted in " + database.name() + ": " + e.getMessage(), e);
        }
    }
}
