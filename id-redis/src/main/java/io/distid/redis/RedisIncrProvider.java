package io.distid.redis;

import io.distid.ConfigException;
import io.distid.IdKind;
import io.distid.LongIdGenerator;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.spi.IdGeneratorProvider;
import java.util.List;

/**
 * {@code redis-incr}: a counter in Redis, moved by one atomic step per id or per batch. Stateless: safe for use by any number
 * of threads.
 */
public final class RedisIncrProvider implements IdGeneratorProvider {

    /** For {@link java.util.ServiceLoader}. */
    public RedisIncrProvider() {}

    @Override
    public String name() {
        return "redis-incr";
    }

    @Override
    public IdKind kind() {
        return IdKind.LONG;
    }

    @Override
    public String summary() {
        return "a counter in Redis, INCRBY per id or per batch";
    }

    @Override
    public List<ConfigKey> keys() {
        return RedisKeys.with(
                ConfigKey.matching("key", ".+", "distid:ids", "the counter's key: the last id issued"),
                ConfigKey.integer(
                        "batch", 1, 1_000_000, 1L, "ids per round trip; above 1 ids increase per generator only"),
                ConfigKey.flag("create", false, "make the key if it is missing; for the first start only"),
                ConfigKey.integer("start", 1, Long.MAX_VALUE, 1L, "the first id of a key that is made"),
                RedisKeys.DURABILITY);
    }

    /**
     * {@inheritDoc}
     *
     * @throws ConfigException also if the key is missing and {@code create} is not asked for, or holds no counter
     */
    @Override
    public LongIdGenerator open(IdConfig config) {
        RedisLink link = RedisClients.open(config);
        try {
            CounterKey key = new CounterKey(config.text("key"), null, Long.MAX_VALUE);
            Counter counter = Counter.find(link, key);
            if (counter == null && config.flag("create")) {
                Counter.create(link, key, config.integer("start"));
                counter = Counter.find(link, key);
            }
            if (counter == null) {
                throw config.invalid(
                        "key",
                        "a key that Redis at " + link.where()
                                + " has. If it was lost, restore it above every id in use with"
                                + " SET; if it is to start anew, pass create=true once");
            }
            Durability durability = Durability.of(link).require(config);
            return new RedisIncrGenerator(link, counter, config.integer("batch"), durability.notes());
        } catch (RuntimeException e) {
            link.close();
            throw e;
        }
    }
}
