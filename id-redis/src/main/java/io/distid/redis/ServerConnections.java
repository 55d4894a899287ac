package io.distid.redis;

import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.providers.ConnectionProvider;
import redis.clients.jedis.providers.PooledConnectionProvider;

/**
 * Connections to one server.
 *
 * @param connections to that of an address, or to the one that sentinels name
 */
record ServerConnections(ConnectionProvider connections) implements NodeConnections {

    @Override
    public Connection connectionTo(String key) {
        return connections.getConnection();
    }

    /** There is no other. */
    @Override
    public Connection connectionTo(HostAndPort node) {
        return connections.getConnection();
    }

    @Override
    public void readTopology() {}

    /** Not where sentinels name the server: new connections would lead to the same one until they name another, and then none is kept. */
    @Override
    public void dropIdleConnections() {
        if (connections instanceof PooledConnectionProvider pooled) {
            pooled.getPool().clear();
        }
    }

    @Override
    public void close() {
        try {
            connections.close();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
