package io.distid.redis;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.testkit.BadConfig;
import io.distid.testkit.WorkerIdsContract;
import io.distid.testkit.server.RedisOptions;
import io.distid.testkit.server.RedisServer;
import io.distid.testkit.server.ServerAssumptions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;

@Order(2)
class RedisWorkerIdsContractTest extends WorkerIdsContract {
    private static RedisServer server;

    @BeforeAll
    static void start() {
        server = ServerAssumptions.orSkip(() -> RedisServer.start(RedisOptions.MEMORY_ONLY.withAppendOnly("always")));
    }

    @AfterAll
    static void end() {
        if (server != null) {
            server.close();
        }
    }

    @Override
    protected String source() {
        return "redis";
    }

    @Override
    protected Map<String, String> config() {
        return Map.of("url", server.url(), "create", "true");
    }

    @Override
    protected List<BadConfig> badConfigs() {
        return List.of(
                BadConfig.of("a prefix with braces", Map.of("prefix", "{x}"), ConfigException.class, "{x}"),
                BadConfig.of(
                        "no server at that port",
                        Map.of("url", "redis://127.0.0.1:1"),
                        BackendException.class,
                        "redis://127.0.0.1:1"));
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
