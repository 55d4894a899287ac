package io.distid.bench.faults.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.distid.testservers.RealServer;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisException;

/** Redis, without a password. */
final class RedisAdmin extends StoreAdmin {
    private static final String LIMIT = "maxclients";

    private final RealServer server;
    private final String mark;

    /**
     * For one server.
     *
     * @param neighbour a key whose slot of a cluster also gets the mark; empty without slots
     */
    RedisAdmin(RealServer server, String neighbour) {
        this.server = server;
        this.mark = neighbour.isEmpty() ? MARK : MARK + "{" + hashTag(neighbour) + "}";
    }

    /** The part of a key that decides the slot, by Redis Cluster's specification. */
    private static String hashTag(String key) {
        int open = key.indexOf('{');
        int close = key.indexOf('}', open + 1);
        return open >= 0 && close > open + 1 ? key.substring(open + 1, close) : key;
    }

    /** Any key on this server, which may be a replica in a cluster. */
    Optional<String> anyKey() {
        return Optional.ofNullable(call(Jedis::randomBinaryKey)).map(key -> new String(key, UTF_8));
    }

    @Override
    public void mark(long number) {
        call(redis -> redis.set(mark, Long.toString(number)));
    }

    @Override
    public OptionalLong marked() {
        String number = call(redis -> redis.get(mark));
        return number == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(number));
    }

    @Override
    void addLarge() {
        try (Jedis redis = connect()) {
            redis.set(MARK + "-large", "x".repeat(LARGE));
        }
    }

    @Override
    public void wipe() {
        call(Jedis::flushAll);
    }

    @Override
    AutoCloseable limitConnections() {
        Jedis keeper = connect();
        String before = keeper.configGet(LIMIT).get(LIMIT);
        keeper.configSet(LIMIT, Integer.toString(FaultStore.CONNECTIONS));
        return () -> {
            try (keeper) {
                keeper.configSet(LIMIT, before);
            }
        };
    }

    @Override
    AutoCloseable connect(int taken) {
        Jedis one = connect();
        try {
            one.ping();
            return one;
        } catch (JedisException e) {
            one.close();
            throw e;
        }
    }

    @Override
    public void setCounter(Map<String, String> settings, long last) {
        call(redis -> redis.hset(settings.get("key"), "last", Long.toString(last)));
    }

    private Jedis connect() {
        return new Jedis(server.host(), server.port());
    }

    private <T> T call(Function<Jedis, T> command) {
        try (Jedis redis = connect()) {
            return command.apply(redis);
        } catch (JedisException e) {
            throw new IllegalStateException(server.describe() + ": " + e.getMessage(), e);
        }
    }
}
