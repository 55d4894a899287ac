package io.distid.redis;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.testkit.BadConfig;
import io.distid.testkit.server.RedisOptions;
import io.distid.testkit.server.RedisServer;
import io.distid.testkit.server.ServerAssumptions;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import redis.clients.jedis.RedisClient;

/** The servers, seen past distid's own code. */
final class RedisFixture {
    private RedisFixture() {}

    static RedisServer server() {
        return ServerAssumptions.orSkip(RedisServer::shared);
    }

    /** A private server that keeps through a kill all it acknowledged. */
    static RedisServer durable() {
        return ServerAssumptions.orSkip(() -> RedisServer.start(RedisOptions.MEMORY_ONLY.withAppendOnly("always")));
    }

    /** What both ports refuse, beyond what their keys say. */
    static List<BadConfig> badConfigs() {
        return List.of(
                BadConfig.of("a prefix with braces", Map.of("prefix", "{x}"), ConfigException.class, "{x}"),
                BadConfig.of(
                        "no server at that port",
                        Map.of("url", "redis://127.0.0.1:1"),
                        BackendException.class,
                        "redis://127.0.0.1:1"));
    }

    /** A key that no other test and no other run has: the server may be an endpoint that somebody else runs. */
    static String freshKey() {
        return "distid-test:" + UUID.randomUUID();
    }

    static <T> T ask(RedisServer server, Function<RedisClient, T> question) {
        try (RedisClient client = RedisClient.create(server.url())) {
            return question.apply(client);
        }
    }

    static void set(RedisServer server, String key, String value) {
        ask(server, client -> client.set(key, value));
    }
}
