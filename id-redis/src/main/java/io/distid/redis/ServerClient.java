package io.distid.redis;

import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.RedisProtocol;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.providers.ConnectionProvider;
import redis.clients.jedis.providers.PooledConnectionProvider;

/**
 * Jedis on one server: that of an address, or the one that sentinels name. It and {@link ClusterClient} are made of what Jedis 6, 7 and 8 have
 * alike, so that an application may have any of them: each line has clients and builders of its own besides, which the others lack.
 */
final class ServerClient extends UnifiedJedis implements NodeConnections {
    private final ConnectionProvider connections;

    ServerClient(ConnectionProvider connections) {
        super(connections, RedisProtocol.RESP2);
        this.connections = connections;
    }

    @Override
    public Connection connectionTo(String key) {
        return connections.getConnection();
    }

    /** There is no other. */
    @Override
    public Connection connectionTo(HostAndPort node) {
        return connections.getConnection();
    }

    /** There is none. */
    @Override
    public void readTopology() {}

    /** Not where sentinels name the server: new connections would lead to the same one until they name another, and then none is kept. */
    @Override
    public void dropIdleConnections() {
        if (connections instanceof PooledConnectionProvider pooled) {
            pooled.getPool().clear();
        }
    }
}
