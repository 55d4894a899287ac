package io.distid.db;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.testkit.BadConfig;
import io.distid.testkit.contract.LongIdGeneratorContract;
import io.distid.testservers.Database;
import java.util.List;
import java.util.Map;

/** The contract as all strategies of this module meet it, on one server that all nodes share. */
abstract class MySqlStrategyContract extends LongIdGeneratorContract {
    private final Database database;

    MySqlStrategyContract(Database database) {
        this.database = database;
    }

    final Database database() {
        return database;
    }

    @Override
    protected Map<String, String> config(int node) {
        // A draw that waits for a connection while the pool is closed waits that long.
        return Servers.config(database, "timeout", "10s");
    }

    @Override
    protected List<BadConfig> badConfigs() {
        String nowhere = "jdbc:mysql://127.0.0.1:1/" + database.name();
        return List.of(
                BadConfig.of(
                        "a server that is not there",
                        Map.of("url", nowhere),
                        BackendException.class,
                        strategy(),
                        nowhere,
                        "\"url\"",
                        "refused"),
                BadConfig.of(
                        "a database that is not there",
                        Map.of("url", Servers.shared().jdbcUrl("distid_nowhere")),
                        BackendException.class,
                        "distid_nowhere",
                        "\"url\""),
                BadConfig.of(
                        "no database",
                        Map.of("url", Servers.shared().jdbcUrl("")),
                        BackendException.class,
                        "\"url\"",
                        "no database"),
                BadConfig.of(
                        "a wrong password",
                        Map.of("password", "not-this-one"),
                        BackendException.class,
                        database.user(),
                        "\"password\""),
                BadConfig.of(
                        "a missing table",
                        Map.of("table", "nowhere", "create", "false"),
                        ConfigException.class,
                        "\"table\"",
                        "nowhere",
                        "create=true",
                        "CREATE TABLE"),
                BadConfig.of(
                        "a url of another product",
                        Map.of("url", "jdbc:postgresql://localhost/x"),
                        ConfigException.class,
                        "\"url\"",
                        "jdbc:mysql:"),
                BadConfig.of(
                        "a table with a quote in its name",
                        Map.of("table", "x` (id) VALUES (1); -- "),
                        ConfigException.class,
                        "\"table\""));
    }
}
