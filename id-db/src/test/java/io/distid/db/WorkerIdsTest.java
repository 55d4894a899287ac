package io.distid.db;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.testkit.BadConfig;
import io.distid.testkit.WorkerIdsContract;
import io.distid.testkit.server.Database;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.TestInstance;

/** The contract of worker ids on a table. */
@Order(2)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WorkerIdsTest extends WorkerIdsContract {
    private PrivateServer server;
    private Database database;

    @BeforeAll
    void start() {
        server = new PrivateServer();
        database = server.database();
    }

    @AfterAll
    void end() {
        if (server != null) {
            server.close();
        }
    }

    @Override
    protected String source() {
        return "mysql";
    }

    @Override
    protected Map<String, String> config() {
        return Servers.config(database);
    }

    @Override
    protected void stopServer() {
        server.kill();
    }

    @Override
    protected void startServer() {
        server.restart();
    }

    @Override
    protected List<BadConfig> badConfigs() {
        return List.of(
                BadConfig.of(
                        "a missing table",
                        Map.of("table", "nowhere", "create-table", "false"),
                        ConfigException.class,
                        "\"table\"",
                        "nowhere",
                        "reserved_until BIGINT"),
                BadConfig.of("a wrong password", Map.of("password", "no"), BackendException.class, "\"password\""),
                BadConfig.of(
                        "a server that is not there",
                        Map.of("url", "jdbc:mysql://127.0.0.1:1/x"),
                        BackendException.class,
                        "127.0.0.1:1"));
    }
}
