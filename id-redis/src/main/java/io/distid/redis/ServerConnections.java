package io.distid.redis;

import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.providers.ConnectionProvider;
import redis.clients.jedis.providers.PooledConnectionProvider;

/**
 * Connections to one server.
 *
 * @param connections to the server of an address, or to the master that sentinels name
 */
record ServerConnections(ConnectionProvider connections) implements NodeConnections {

    @Override
    public Connection connectionTo(String key) {
        return connections.getConnection();
    }

    /** Returns a connection to the only server. */
    @Override
    public Connection connectionTo(HostAndPort node) {
        return connections.getConnection();
    }

    @Override
    public void readTopology() {}

    /**
     * Does nothing if sentinels name the server. New connections would lead to the same server until the sentinels name another, and then
     * the provider itself keeps no old connection.
     */
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
