package io.distid.redis;

import io.distid.testkit.LeasedFleetContract;
import io.distid.testkit.server.RedisServer;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;

@Order(1)
class RedisFleetTest extends LeasedFleetContract {
    private RedisServer server;

    @BeforeEach
    void start() {
        server = RedisFixture.durable();
    }

    @AfterEach
    void end() {
        if (server != null) {
            server.close();
        }
    }

    @Override
    protected String worker() {
        return "redis";
    }

    @Override
    protected Map<String, String> workerConfig() {
        return Map.of("url", server.url(), "create", "true", "durability", "require");
    }

    @Override
    protected void killServer() {
        server.kill();
    }

    @Override
    protected void startServer() {
        server.restart();
    }
}
