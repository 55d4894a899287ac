package io.distid.redis;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.exceptions.JedisAskDataException;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.exceptions.JedisRedirectionException;

/**
 * Jedis's pools of connections to one server or to the nodes of a cluster, and the path of a command through them. Jedis's own clients follow
 * redirections, too. But no client sends {@code WAIT} behind a script or says when it sends a command, and each line of Jedis has other clients.
 * Safe for use by any number of threads.
 */
interface NodeConnections extends AutoCloseable {
    /** More redirections than this mean that a cluster is being rebuilt. */
    int MOST_REDIRECTIONS = 3;

    /** A connection to the server that has a key. */
    Connection connectionTo(String key);

    /** A connection to a node of a cluster that another node has named. */
    Connection connectionTo(HostAndPort node);

    /** Asks the cluster for the present node of each slot; does nothing if there is one server. */
    void readTopology();

    /** Closes the idle connections, since their server is no longer the primary. */
    void dropIdleConnections();

    @Override
    void close();

    /** Asks the server that has a key, or will have it. The command is built when its connection is ready. */
    default <T extends @Nullable Object> T ask(String key, Function<NodeConnection, T> command) {
        NodeConnection node = new NodeConnection(connectionTo(key), false);
        for (int moves = 0; ; moves++) {
            try {
                return askOn(node, command);
            } catch (JedisRedirectionException e) {
                if (moves == MOST_REDIRECTIONS) {
                    throw e;
                }
                boolean asking = e instanceof JedisAskDataException;
                if (!asking) {
                    readTopology();
                }
                node = new NodeConnection(connectionTo(e.getTargetNode()), asking);
            }
        }
    }

    /**
     * Closes a connection if its answer was not read, for example for lack of memory. Otherwise the next command would read
     * that answer.
     */
    private static <T extends @Nullable Object> T askOn(NodeConnection node, Function<NodeConnection, T> command) {
        try (Connection connection = node.connection()) {
            try {
                return command.apply(node);
            } catch (JedisException e) {
                throw e;
            } catch (RuntimeException | Error e) {
                connection.setBroken();
                throw e;
            }
        }
    }
}
