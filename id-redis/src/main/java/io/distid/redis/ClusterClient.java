package io.distid.redis;

import java.time.Duration;
import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisCluster;
import redis.clients.jedis.providers.ClusterConnectionProvider;
import redis.clients.jedis.util.JedisClusterCRC16;

/** Jedis on a cluster. Deprecated in Jedis 7 and 8, which recommend a client that Jedis 6 lacks. */
@SuppressWarnings("deprecation")
final class ClusterClient extends JedisCluster implements NodeConnections {
    private final ClusterConnectionProvider connections;

    ClusterClient(ClusterConnectionProvider connections, int attempts, Duration mostRetries) {
        super(connections, attempts, mostRetries);
        this.connections = connections;
    }

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
}
