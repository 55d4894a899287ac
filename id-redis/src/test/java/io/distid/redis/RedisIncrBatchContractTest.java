package io.distid.redis;

import io.distid.testkit.contract.LongIdGeneratorContract;
import io.distid.testservers.RedisServer;
import java.util.Map;

class RedisIncrBatchContractTest extends LongIdGeneratorContract {
    private final RedisServer server = RedisFixture.server();
    private final String key = RedisFixture.freshKey();

    @Override
    protected String strategy() {
        return "redis-incr";
    }

    @Override
    protected Map<String, String> config(int node) {
        return RedisFixture.config(server.url(), "key", key, "create", "true", "batch", "100");
    }
}
