package io.distid.redis;

import io.distid.testkit.BadConfig;
import io.distid.testkit.FaultableServer;
import io.distid.testkit.ServerExtension;
import io.distid.testkit.contract.SegmentStoreContract;
import io.distid.testservers.RedisServer;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.RegisterExtension;

class RedisSegmentStoreContractTest extends SegmentStoreContract {
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
    protected List<BadConfig> badConfigs() {
        return RedisFixture.badConfigs();
    }

    @Override
    protected void createTag(String tag, long start, int step) {
        RedisFixture.ask(SERVER.get(), client -> client.hset("{distid:segments}:step", tag, Integer.toString(step)));
        rollBack(tag, start);
    }

    @Override
    protected void rollBack(String tag, long to) {
        RedisFixture.ask(SERVER.get(), client -> client.hset("{distid:segments}:max", tag, Long.toString(to - 1)));
    }

    @Override
    protected FaultableServer server() {
        return SERVER;
    }

    @Override
    protected Map<String, String> configThrough(InetSocketAddress address) {
        return RedisFixture.through(address, config());
    }
}
