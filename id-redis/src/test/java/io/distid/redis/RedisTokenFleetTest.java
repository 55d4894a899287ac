package io.distid.redis;

import io.distid.testkit.ServerExtension;
import io.distid.testkit.fleet.IdempotencyTokensFleetContract;
import io.distid.testservers.RedisServer;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.extension.RegisterExtension;

@Order(2)
class RedisTokenFleetTest extends IdempotencyTokensFleetContract {
    @RegisterExtension
    static final ServerExtension<RedisServer> SERVER = RedisFixture.durable();

    @Override
    protected String store() {
        return "redis";
    }

    @Override
    protected Map<String, String> config() {
        return RedisFixture.config(SERVER.get().url());
    }
}
