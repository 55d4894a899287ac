package io.distid.bench.latency;

import io.distid.bench.subject.ServerKind;
import io.distid.bench.subject.Servers;

/**
 * Reads a server's own count of requests. It counts all clients, so no other client may use the server during a
 * measurement. For use by one thread.
 */
public interface ServerCounter extends AutoCloseable {
    /**
     * Connects to a server of a run.
     *
     * @param kind the kind of server
     * @param servers the servers of the run
     * @return a counter, which the caller closes
     * @throws UncountedException if it does not answer
     */
    static ServerCounter open(ServerKind kind, Servers servers) {
        return switch (kind) {
            case MYSQL -> StatementCounter.ofMySql(servers.sqlServer(kind));
            case POSTGRESQL -> StatementCounter.ofPostgreSql(servers.sqlServer(kind));
            case REDIS -> new RedisCounter(servers.redisUrl());
            case REDIS_WITH_REPLICA -> new RedisCounter(servers.replicatedRedisUrl());
            case ZOOKEEPER -> new ZooKeeperCounter(servers.zooKeeper());
            case ETCD -> new EtcdRequestCounter(servers.etcd());
        };
    }

    /**
     * Reads the count. The reading itself counts, at the latest in the next reading.
     *
     * @return requests since the server was started
     * @throws UncountedException if it does not answer, or does not count
     */
    long requests();

    @Override
    void close();
}
