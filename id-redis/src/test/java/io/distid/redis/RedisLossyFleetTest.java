package io.distid.redis;

import io.distid.testkit.ServerExtension;
import io.distid.testkit.fleet.LossyFleetContract;
import io.distid.testservers.RedisServer;
import java.net.InetSocketAddress;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;

@Order(1)
@Tag("slow")
class RedisLossyFleetTest extends LossyFleetContract {
    @RegisterExtension
    final ServerExtension<RedisServer> server = RedisFixture.durable();

    @Override
    protected String worker() {
        return "redis";
    }

    @Override
    protected InetSocketAddress server() {
        return server.address();
    }

    @Override
    protected Map<String, String> workerConfigThrough(InetSocketAddress address) {
        return RedisFixture.through(address, Map.of("create", "true", "max-ahead", "1s"));
    }
}
