package io.distid.redis;

import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.providers.ClusterConnectionProvider;
import redis.clients.jedis.util.JedisClusterCRC16;

/**
 * Connections to the nodes of a cluster.
 *
 * @param connections Jedis's provider, which knows the node of each slot
 */
record ClusterConnections(ClusterConnectionProvider connections) implements NodeConnections {

    @Override
    public Connection connectionTo(String key) {
        return connections.getConnectionFromSlot(JedisClusterCRC16.getSlot(key));
    }

    @Override
    public Connection connectionTo(HostAndPort node) {
        return connections.getConnection(node);
    }

    @Override
    public void readTopology() {
        connections.renewSlotCache();
    }

    /** Nodes redirect by themselves. */
    @Override
    public void dropIdleConnections() {}

    @Override
    public void close() {
        connections.close();
    }
}
