package io.distid.db;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.testkit.BadConfig;
import io.distid.testkit.WorkerIdsContract;
import io.distid.testservers.Database;
import java.net.InetSocketAddress;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.TestInstance;

/** The contract of worker ids on a table. */
@Order(2)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MySqlWorkerIdsContractTest extends WorkerIdsContract {
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
        // While the server is down, each call waits that long for a connection.
        return Servers.config(database, "max-ahead", "1s", "timeout", "4s");
    }

    @Override
    protected InetSocketAddress server() {
        return server.address();
    }

    @Override
    protected Map<String, String> configThrough(InetSocketAddress address) {
        return Servers.config(Servers.through(database, address), "max-ahead", "1s", "timeout", "4s");
    }

    @Override
    protected void wipe(String namespace) throws SQLException {
        Servers.execute(database, "DELETE FROM distid_worker WHERE namespace = '" + namespace + "'");
    }

    @Override
    protected void forget(String namespace, int workerId) throws SQLException {
        Servers.execute(
                database,
                "DELETE FROM distid_worker WHERE namespace = '" + namespace + "' AND worker_id = " + workerId);
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
                        "reserved_until BIGINT"),
                BadConfig.of("a wrong password", Map.of("password", "no"), BackendException.class, "\"password\""),
                BadConfig.of(
                        "a server that is not there",
                        Map.of("url", "jdbc:mysql://127.0.0.1:1/x"),
                        BackendException.class,
                        "127.0.0.1:1"));
    }
}
