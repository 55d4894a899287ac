package io.distid.redis;

import io.distid.testkit.ServerExtension;
import io.distid.testkit.fleet.FencedLockFleetContract;
import io.distid.testservers.RedisServer;
import java.util.Map;
import org.junit.jupiter.api.extension.RegisterExtension;

class RedisLockFleetTest extends FencedLockFleetContract {
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

    @Override
    protected void stopServer() {
        SERVER.kill();
    }

    @Override
    protected void startServer() {
        SERVER.restart();
    }
}
