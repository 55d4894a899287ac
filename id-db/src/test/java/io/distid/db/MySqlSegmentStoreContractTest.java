package io.distid.db;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.testkit.BadConfig;
import io.distid.testkit.SegmentStoreContract;
import io.distid.testservers.Database;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** The contract of segment stores on Leaf's table. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MySqlSegmentStoreContractTest extends SegmentStoreContract {
    private PrivateServer server;
    private Database database;

    @BeforeAll
    void start() throws Exception {
        server = new PrivateServer();
        database = server.database();
        Servers.createLeafTable(database);
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
        return Servers.config(database, "create", "false", "timeout", "4s");
    }

    @Override
    protected InetSocketAddress server() {
        return server.address();
    }

    @Override
    protected Map<String, String> configThrough(InetSocketAddress address) {
        return Servers.config(Servers.through(database, address), "create", "false", "timeout", "4s");
    }

    @Override
    protected void createTag(String tag, long start, int step) throws Exception {
        Servers.execute(
                database,
                "INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES ('" + tag + "', " + start + ", " + step + ")");
    }

    @Override
    protected void rollBack(String tag, long to) throws Exception {
        Servers.execute(database, "UPDATE leaf_alloc SET max_id = " + to + " WHERE biz_tag = '" + tag + "'");
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
                        Map.of("table", "nowhere"),
                        ConfigException.class,
                        "\"table\"",
                        "nowhere",
                        "biz_tag varchar(128)"),
                BadConfig.of("a wrong password", Map.of("password", "no"), BackendException.class, "\"password\""),
                BadConfig.of(
                        "a server that is not there",
                        Map.of("url", "jdbc:mysql://127.0.0.1:1/x"),
                        BackendException.class,
                        "127.0.0.1:1"),
                BadConfig.of(
                        "more databases than the increment",
                        Map.of("url", database.url() + " " + database.url(), "increment", "1"),
                        ConfigException.class,
                        "\"increment\" is \"1\"",
                        "at least 2"),
                BadConfig.of(
                        "one database twice",
                        Map.of("url", database.url() + " " + database.url()),
                        ConfigException.class,
                        "database 0 of 2",
                        "database 1 of 2"));
    }
}
