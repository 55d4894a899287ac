package io.distid.redis;

import io.distid.testkit.BadConfig;
import io.distid.testkit.WorkerIdsContract;
import io.distid.testkit.server.RedisServer;
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
        server = RedisFixture.durable();
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
        return RedisFixture.badConfigs();
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
