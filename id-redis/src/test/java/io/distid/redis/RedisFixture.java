package io.distid.redis;

import io.distid.testkit.server.RedisServer;
import io.distid.testkit.server.ServerAssumptions;
import java.util.UUID;
import java.util.function.Function;
import redis.clients.jedis.RedisClient;

/** The shared server, seen past distid's own code. */
final class RedisFixture {
    private RedisFixture() {}

    static RedisServer server() {
        return ServerAssumptions.orSkip(RedisServer::shared);
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
