package io.distid.redis;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.testkit.BadConfig;
import io.distid.testkit.contract.LongIdGeneratorContract;
import io.distid.testservers.RedisServer;
import java.util.List;
import java.util.Map;

class RedisIncrContractTest extends LongIdGeneratorContract {
    private final RedisServer server = RedisFixture.server();
    private final String key = RedisFixture.freshKey();

    @Override
    protected String strategy() {
        return "redis-incr";
    }

    @Override
    protected Map<String, String> config(int node) {
        return RedisFixture.config(server.url(), "key", key, "create", "true");
    }

    @Override
    protected List<BadConfig> badConfigs() {
        String list = RedisFixture.freshKey();
        String word = RedisFixture.freshKey();
        String negative = RedisFixture.freshKey();
        String huge = RedisFixture.freshKey();
        String hash = RedisFixture.freshKey();
        RedisFixture.ask(server, client -> client.hset(hash, "fence", "1"));
        RedisFixture.ask(server, client -> client.rpush(list, "1"));
        RedisFixture.setCounter(server, word, "many");
        RedisFixture.setCounter(server, negative, "-5");
        RedisFixture.setCounter(server, huge, "99999999999999999999");
        String bare = RedisFixture.freshKey();
        RedisFixture.set(server, bare, "5000");
        return List.of(
                BadConfig.of(
                        "a counter that is not distid's",
                        Map.of("key", bare),
                        ConfigException.class,
                        bare,
                        "another type"),
                BadConfig.of(
                        "a key that is missing",
                        Map.of("key", "no:such:key", "create", "false"),
                        ConfigException.class,
                        "\"key\"",
                        "no:such:key",
                        "create=true"),
                BadConfig.of("a hash of others", Map.of("key", hash), ConfigException.class, hash, "another hash"),
                BadConfig.of("a key of another type", Map.of("key", list), ConfigException.class, list, "another type"),
                BadConfig.of("a key that holds a word", Map.of("key", word), ConfigException.class, word, "many"),
                BadConfig.of(
                        "a negative counter",
                        Map.of("key", negative),
                        ConfigException.class,
                        "-5",
                        "from 0 to 9223372036854775806"),
                BadConfig.of(
                        "a counter beyond 63 bits", Map.of("key", huge), ConfigException.class, "99999999999999999999"),
                BadConfig.of(
                        "no server at that port",
                        Map.of("url", "redis://127.0.0.1:1"),
                        BackendException.class,
                        "redis://127.0.0.1:1",
                        "refused"),
                BadConfig.of(
                        "no such host",
                        Map.of("url", "redis://no-such-host.invalid"),
                        BackendException.class,
                        "no-such-host.invalid"),
                BadConfig.of("another scheme", Map.of("url", "http://x"), ConfigException.class, "url", "rediss:"),
                BadConfig.of("a URL without a host", Map.of("url", "redis://"), ConfigException.class, "url"),
                BadConfig.of("a port too high", Map.of("url", "redis://h:70000"), ConfigException.class, "70000"),
                BadConfig.of(
                        "a database that is no number", Map.of("url", "redis://h/x"), ConfigException.class, "url"),
                BadConfig.of(
                        "nodes without a topology", Map.of("nodes", "h:1"), ConfigException.class, "nodes", "topology"),
                BadConfig.of(
                        "a trust store that is not there",
                        Map.of("url", "rediss://h", "trust-store", "/no/such/file"),
                        ConfigException.class,
                        "trust-store",
                        "/no/such/file"),
                BadConfig.of(
                        "less durability than asked for",
                        Map.of("durability", "require"),
                        ConfigException.class,
                        "durability",
                        "appendonly"));
    }
}
