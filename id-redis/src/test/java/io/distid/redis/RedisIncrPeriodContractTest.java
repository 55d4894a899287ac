package io.distid.redis;

import io.distid.ConfigException;
import io.distid.testkit.BadConfig;
import io.distid.testkit.contract.LongIdGeneratorContract;
import io.distid.testservers.RedisServer;
import java.util.List;
import java.util.Map;

class RedisIncrPeriodContractTest extends LongIdGeneratorContract {
    private final RedisServer server = RedisFixture.server();
    private final String key = RedisFixture.freshKey();

    @Override
    protected String strategy() {
        return "redis-incr";
    }

    @Override
    protected Map<String, String> config(int node) {
        return RedisFixture.config(server.url(), "key", key, "create", "true", "period", "month");
    }

    @Override
    protected List<BadConfig> badConfigs() {
        String counter = RedisFixture.freshKey();
        String byDay = RedisFixture.freshKey();
        String list = RedisFixture.freshKey();
        RedisFixture.set(server, counter, "42");
        RedisFixture.ask(
                server, client -> client.hset(byDay, Map.of("last", "2026112100000001", "numbering", "day/8/UTC")));
        RedisFixture.ask(server, client -> client.rpush(list, "1"));
        return List.of(
                BadConfig.of("a start", Map.of("start", "5"), ConfigException.class, "\"start\"", "begin at 1"),
                BadConfig.of("no such zone", Map.of("zone", "Mars/Base"), ConfigException.class, "Mars/Base", "UTC"),
                BadConfig.of(
                        "a batch that no period has",
                        Map.of("batch", "10", "width", "1"),
                        ConfigException.class,
                        "\"batch\"",
                        "at most 9"),
                BadConfig.of(
                        "a key that counts for ever",
                        Map.of("key", counter),
                        ConfigException.class,
                        counter,
                        "another type"),
                BadConfig.of(
                        "a key of another period",
                        Map.of("key", byDay),
                        ConfigException.class,
                        "day/8/UTC",
                        "month/8/UTC"),
                BadConfig.of("a key of another type", Map.of("key", list), ConfigException.class, "another type"),
                BadConfig.of(
                        "a key that is missing",
                        Map.of("key", "no:such:key", "create", "false"),
                        ConfigException.class,
                        "no:such:key",
                        "create=true"));
    }
}
