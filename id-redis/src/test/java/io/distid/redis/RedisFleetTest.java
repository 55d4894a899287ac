package io.distid.redis;

import io.distid.testkit.ServerExtension;
import io.distid.testkit.fleet.LeasedFleetContract;
import io.distid.testservers.RedisServer;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.extension.RegisterExtension;

@Order(1)
class RedisFleetTest extends LeasedFleetContract {
    @RegisterExtension
    final ServerExtension<RedisServer> server = RedisFixture.durable();

    @Override
    protected String worker() {
        return "redis";
    }

    @Override
    protected Map<String, String> workerConfig() {
        return RedisFixture.config(server.get().url(), "create", "true", "durability", "require", "max-ahead", "1s");
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
