package io.distid.redis;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.spi.IdConfig;
import io.distid.spi.RecordStore.Header;
import io.distid.spi.RecordStore.LeaseRecord;
import io.distid.spi.RecordText;
import io.distid.spi.Secret;
import io.distid.testkit.BadConfig;
import io.distid.testkit.ConfigPairs;
import io.distid.testkit.ServerAssumptions;
import io.distid.testkit.ServerExtension;
import io.distid.testservers.RedisOptions;
import io.distid.testservers.RedisServer;
import io.distid.testservers.fault.LossyLink;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerIdsProvider;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import redis.clients.jedis.RedisProtocol;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.providers.PooledConnectionProvider;
import redis.clients.jedis.util.JedisURIHelper;

/** The servers, seen past distid's own code. */
final class RedisFixture {
    /** For servers and test JVMs that stand still; what is to run out is set shorter where that is tested. */
    static final int TIMEOUT_MILLIS = 60_000;

    private RedisFixture() {}

    static RedisServer server() {
        return ServerAssumptions.orSkip(RedisServer::shared);
    }

    /** A private server that keeps through a kill all it acknowledged. */
    static ServerExtension<RedisServer> durable() {
        return new ServerExtension<>(() -> RedisServer.start(RedisOptions.MEMORY_ONLY.withAppendOnly("always")));
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

    /** Settings that wait longer than any server stands still, and others in pairs of key and value. */
    static Map<String, String> config(String url, String... settings) {
        return ConfigPairs.with(Map.of("url", url, "timeout", TIMEOUT_MILLIS + "ms"), settings);
    }

    static <T> T ask(RedisServer server, Function<UnifiedJedis, T> question) {
        try (UnifiedJedis client = new UnifiedJedis(
                new PooledConnectionProvider(JedisURIHelper.getHostAndPort(URI.create(server.url())), settings(server)),
                RedisProtocol.RESP2) {}) {
            return question.apply(client);
        }
    }

    static ConnectionSettings settings(RedisServer server) {
        URI url = URI.create(server.url());
        String password = JedisURIHelper.getPassword(url);
        return new ConnectionSettings(
                TIMEOUT_MILLIS, JedisURIHelper.getUser(url), password == null ? null : new Secret(password), 0, null);
    }

    /** What a namespace of {@code redis} has beside its records: its floor is long past, and the server wrote it. */
    static Map<String, String> header(RedisServer server, String layout, int ids) {
        String info = ask(server, client -> client.info("server") + client.info("replication"));
        String run = info.replaceFirst("(?s).*run_id:(\\w+).*master_replid:(\\w+).*", "$1:$2");
        return Map.of("header", RecordText.of(new Header("token", layout, 1, run, 0)), "made", Integer.toString(ids));
    }

    /** The record of a worker id. */
    static LeaseRecord record(RedisServer server, String hash, int id) {
        return RecordText.record(ask(server, client -> client.hget(hash, Integer.toString(id))), null, hash);
    }

    /** Puts a record in the place of that of a worker id. */
    static void put(RedisServer server, String hash, int id, LeaseRecord record) {
        ask(server, client -> client.hset(hash, Integer.toString(id), RecordText.of(record)));
    }

    /** The same settings, by way of another address. */
    static Map<String, String> through(InetSocketAddress address, Map<String, String> config) {
        Map<String, String> through = new HashMap<>(config);
        through.put("url", "redis://" + address.getHostString() + ":" + address.getPort());
        return through;
    }

    static String url(LossyLink link) {
        return "redis://127.0.0.1:" + link.address().getPort();
    }

    static void set(RedisServer server, String key, String value) {
        ask(server, client -> client.set(key, value));
    }

    /** Sets a counter of {@code redis-incr} to the last id. */
    static void setCounter(RedisServer server, String key, long last) {
        setCounter(server, key, Long.toString(last));
    }

    /** Sets it to any text. */
    static void setCounter(RedisServer server, String key, String value) {
        ask(server, client -> client.hset(key, Counter.FIELD, value));
    }

    /** The last id that a counter of {@code redis-incr} holds. */
    static long counter(RedisServer server, String key) {
        return Long.parseLong(ask(server, client -> client.hget(key, Counter.FIELD)));
    }

    /** Opens {@code redis} or {@code redis-set}, with a short first start, and settings in pairs of key and value. */
    static WorkerIds workers(String source, String url, String... settings) {
        return workers(source, config(url, settings));
    }

    /** The same with whatever says where the servers are. */
    static WorkerIds workers(String source, Map<String, String> settings) {
        boolean leases = source.equals("redis");
        WorkerIdsProvider provider = leases ? new RedisWorkerIdsProvider() : new RedisSetWorkerIdsProvider();
        Map<String, String> config = new HashMap<>(Map.of("max-ahead", "1s"));
        if (leases) {
            config.put("create", "true");
        }
        config.putAll(settings);
        return provider.open(IdConfig.of(provider, config));
    }
}
