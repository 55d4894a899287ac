package io.distid.zookeeper;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.testkit.BadConfig;
import io.distid.testkit.WorkerIdsContract;
import io.distid.testkit.server.ServerAssumptions;
import io.distid.testkit.server.ZooKeeperServer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;

@Order(2)
class ZooKeeperLeaseContractTest extends WorkerIdsContract {
    private static ZooKeeperServer server;

    @BeforeAll
    static void start() {
        server = ServerAssumptions.orSkip(ZooKeeperServer::start);
    }

    @AfterAll
    static void end() {
        if (server != null) {
            server.close();
        }
    }

    @Override
    protected String source() {
        return "zookeeper";
    }

    @Override
    protected Map<String, String> config() {
        return Map.of("connect", server.connectString(), "create", "true");
    }

    @Override
    protected List<BadConfig> badConfigs() {
        return List.of(
                BadConfig.of(
                        "a path that is missing",
                        Map.of("path", "/no/such/path", "create", "false"),
                        ConfigException.class,
                        "\"path\"",
                        "/no/such/path",
                        "create=true"),
                BadConfig.of(
                        "no server at that port",
                        Map.of("connect", "127.0.0.1:1"),
                        BackendException.class,
                        "127.0.0.1:1"),
                BadConfig.of(
                        "no such host",
                        Map.of("connect", "no-such-host.invalid:2181"),
                        BackendException.class,
                        "no-such-host.invalid"),
                BadConfig.of("a path without a slash", Map.of("path", "x"), ConfigException.class, "path"));
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
