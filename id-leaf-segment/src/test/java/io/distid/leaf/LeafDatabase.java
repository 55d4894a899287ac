package io.distid.leaf;

import io.distid.testservers.Database;
import io.distid.testservers.MySqlServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;

/** A database with the table that Leaf's own {@code leaf_alloc.sql} makes. */
final class LeafDatabase {
    private final Database database;

    LeafDatabase(MySqlServer server) {
        database = server.createDatabase();
        execute("CREATE TABLE `leaf_alloc` ("
                + "`biz_tag` varchar(128) NOT NULL DEFAULT '', "
                + "`max_id` bigint(20) NOT NULL DEFAULT '1', "
                + "`step` int(11) NOT NULL, "
                + "`description` varchar(256) DEFAULT NULL, "
                + "`update_time` timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP, "
                + "PRIMARY KEY (`biz_tag`)) ENGINE=InnoDB");
    }

    /** The settings of a generator of a tag. */
    Map<String, String> config(String tag) {
        Map<String, String> config = new HashMap<>();
        config.put("tag", tag);
        config.put("store.url", database.url());
        config.put("store.user", database.user());
        config.put("store.password", database.password());
        // For servers and threads that stand still; what is to run out is set shorter where that is tested.
        config.put("store.timeout", "60s");
        config.put("max-wait", "2min");
        return config;
    }

    void put(String tag, long maxId, long step) {
        execute("REPLACE INTO leaf_alloc (biz_tag, max_id, step, description) VALUES ('" + tag + "', " + maxId + ", "
                + step + ", 'a test')");
    }

    private void execute(String sql) {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }
}
