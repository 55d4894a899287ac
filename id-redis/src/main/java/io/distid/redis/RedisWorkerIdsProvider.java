package io.distid.redis;

import io.distid.internal.worker.LeasedSequencerConfig;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.spi.RecordStore;
import io.distid.worker.StoreWorkerIds;
import io.distid.worker.StoreWorkerIds.Creation;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerIdsProvider;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;

/**
 * {@code redis} as a source of worker ids: leased records, in one hash for each namespace. Stateless: safe for use by any
 * number of threads.
 */
public final class RedisWorkerIdsProvider implements WorkerIdsProvider {

    /** For {@link java.util.ServiceLoader}. */
    public RedisWorkerIdsProvider() {}

    @Override
    public String name() {
        return "redis";
    }

    @Override
    public String summary() {
        return "ids leased from Redis, with a bound on ticks; as durable as the server's append-only file";
    }

    @Override
    public String server() {
        return "redis";
    }

    @Override
    public boolean durable() {
        return true;
    }

    @Override
    public List<ConfigKey> keys() {
        return RedisKeys.with(
                RedisKeys.prefix("distid:workers", "the hash is {prefix}:{namespace}"),
                ConfigKey.flag("create", false, "make the namespace if it is missing; for the first start only"),
                LeasedSequencerConfig.MAX_AHEAD,
                AcquireRetries.TIMEOUT,
                RedisKeys.DURABILITY);
    }

    @Override
    public WorkerIds open(IdConfig config) {
        return new StoreWorkerIds(
                records(config),
                config.duration("max-ahead"),
                config.flag("create") ? Creation.ALLOWED : Creation.NEVER);
    }

    @Override
    public RecordStore records(IdConfig config) {
        return new RedisRecordStore(connectForLeases(config), config.text("prefix"), config.duration("open-timeout"));
    }

    /**
     * Opens a link to a server that answers, and checks its durability.
     *
     * @param what the kind of data, for the warning about what a crash can lose
     */
    static RedisLink connect(IdConfig config, String what) {
        return connect(config, what, 0);
    }

    /** As above, with more connections than the settings ask for. */
    static RedisLink connect(IdConfig config, String what, int more) {
        return connect(config, what, more, config.duration("timeout"));
    }

    /** Opens a link for worker ids, with one more connection, and with the time-out of opening, since many may be asked for at once. */
    static RedisLink connectForLeases(IdConfig config) {
        return connect(config, "worker ids", 1, config.duration("open-timeout"));
    }

    private static RedisLink connect(IdConfig config, String what, int more, Duration within) {
        RedisLink link = RedisClients.open(config, more);
        String prefix = config.text("prefix");
        try {
            // Fails now, not at the first lease, if the server is away.
            link.open(prefix, within, opened -> warn(Durability.of(opened, prefix, config), what, opened));
            return link;
        } catch (RuntimeException | Error e) {
            link.close();
            throw e;
        }
    }

    /** Logs what a crash of the server can lose. */
    static void warn(Durability durability, String what, RedisLink link) {
        if (!durability.always()) {
            durability
                    .notes()
                    .forEach(note -> System.getLogger(RedisWorkerIdsProvider.class.getName())
                            .log(Level.WARNING, what + " from " + link.where() + ": " + note));
        }
    }
}
