package io.distid.db;

import io.distid.ConfigException;
import io.distid.sql.Servers;
import io.distid.testkit.BadConfig;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

class MySqlUpdateContractTest extends MySqlStrategyContract {
    MySqlUpdateContractTest() {
        super("mysql-update");
    }

    @Override
    protected List<BadConfig> badConfigs() {
        try {
            Servers.execute(
                    database(),
                    "CREATE TABLE own (name VARCHAR(64) PRIMARY KEY, value BIGINT NOT NULL)",
                    "INSERT INTO own VALUES ('negative', -5)",
                    "CREATE TABLE unkeyed (name VARCHAR(64), value BIGINT NOT NULL)");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        List<BadConfig> configs = new ArrayList<>(super.badConfigs());
        configs.add(BadConfig.of(
                "two servers",
                Map.of("url", database().url() + " " + database().url()),
                ConfigException.class,
                "\"url\"",
                "jdbc:mysql:"));
        configs.add(BadConfig.of(
                "a tag without a row",
                Map.of("table", "own", "tag", "nobody", "create", "false"),
                ConfigException.class,
                "\"tag\"",
                "nobody",
                "create=true"));
        configs.add(BadConfig.of(
                "a negative value",
                Map.of("table", "own", "tag", "negative"),
                ConfigException.class,
                "negative",
                "-5"));
        configs.add(BadConfig.of(
                "a table without a key on its tags",
                Map.of("table", "unkeyed"),
                ConfigException.class,
                "unkeyed",
                "ADD UNIQUE KEY (name)"));
        return configs;
    }
}
