package io.distid.redis;

import io.distid.testkit.BadConfig;
import io.distid.testkit.SegmentStoreContract;
import io.distid.testkit.server.RedisServer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class RedisSegmentStoreContractTest extends SegmentStoreContract {
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
    protected String store() {
        return "redis";
    }

    @Override
    protected Map<String, String> config() {
        return Map.of("url", server.url());
    }

    @Override
    protected List<BadConfig> badConfigs() {
        return RedisFixture.badConfigs();
    }

    @Override
    protected void createTag(String tag, long start, int step) {
        RedisFixture.ask(server, client -> client.hset("{distid:segments}:step", tag, Integer.toString(step)));
        rollBack(tag, start);
    }

    @Override
    protected void rollBack(String tag, long to) {
        RedisFixture.ask(server, client -> client.hset("{distid:segments}:max", tag, Long.toString(to - 1)));
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
