package io.distid.bench.latency;

import io.distid.bench.subject.ServerKind;
import io.distid.bench.subject.Servers;

/**
 * Reads how often a server was asked for something, as it counts itself. All of its clients are counted, so nobody else may use it
 * meanwhile. For use by one thread.
 */
public interface ServerCounter extends AutoCloseable {
    /**
     * Connects to a server of a run.
     *
     * @param kind which
     * @param servers where it is
     * @return a counter, to be closed
     * @throws UncountedException if it does not answer
     */
    static ServerCounter open(ServerKind kind, Servers servers) {
        return switch (kind) {
            case MYSQL -> MySqlCounter.open(servers.mySql());
            case POSTGRESQL ->
                throw new UncountedException("PostgreSQL tells its clients' transactions up to a second late");
            case REDIS -> new RedisCounter(servers.redisUrl());
            case REDIS_WITH_REPLICA -> new RedisCounter(servers.replicatedRedisUrl());
            case ZOOKEEPER -> new ZooKeeperCounter(servers.zooKeeper());
            case ETCD -> new EtcdRequestCounter(servers.etcd());
        };
    }

    /**
     * Asks. To ask is itself counted, by the next reading at the latest.
     *
     * @return requests since the server was started
     * @throws UncountedException if it does not answer, or does not count
     */
    long requests();

    @Override
    void close();
}
