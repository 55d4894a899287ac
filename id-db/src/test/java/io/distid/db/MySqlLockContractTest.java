package io.distid.db;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.testkit.BadConfig;
import io.distid.testkit.FencedLockContract;
import io.distid.testservers.Database;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MySqlLockContractTest extends FencedLockContract {
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
    protected String store() {
        return "mysql";
    }

    @Override
    protected Map<String, String> config() {
        // While the server is down, each call waits that long for a connection.
        return Servers.config(database, "timeout", "20s");
    }

    @Override
    protected InetSocketAddress server() {
        return server.address();
    }

    @Override
    protected Map<String, String> configThrough(InetSocketAddress address) {
        return Servers.config(Servers.through(database, address), "timeout", "20s");
    }

    @Override
    protected void loseRecord(String lock) throws Exception {
        Servers.execute(database, "DELETE FROM distid_lock WHERE name = '" + lock + "'");
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
                        Map.of("table", "nowhere", "create", "false"),
                        ConfigException.class,
                        "\"table\"",
                        "nowhere",
                        "held_until BIGINT NOT NULL"),
                BadConfig.of("a wrong password", Map.of("password", "no"), BackendException.class, "\"password\""));
    }
}
