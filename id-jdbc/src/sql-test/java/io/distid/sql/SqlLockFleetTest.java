package io.distid.sql;

import io.distid.testkit.fleet.FencedLockFleetContract;
import io.distid.testservers.Database;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("slow")
class SqlLockFleetTest extends FencedLockFleetContract {
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
        return Product.NAME;
    }

    @Override
    protected Map<String, String> config() {
        // While the server is down, each call waits that long for a connection.
        return Servers.config(database, "timeout", "4s");
    }

    @Override
    protected void stopServer() {
        server.kill();
    }

    @Override
    protected void startServer() {
        server.restart();
    }
}
