package io.distid.redis;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.exceptions.JedisAskDataException;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.exceptions.JedisRedirectionException;

/**
 * Jedis's pools of connections, to one server or to the nodes of a cluster, and the way of a command through them. Jedis's own clients follow
 * redirections, too. But none of them sends {@code WAIT} behind a script or tells when a command is sent, and each line of Jedis has others. Safe
 * for use by any number of threads.
 */
interface NodeConnections extends AutoCloseable {
    /** More redirections of one command mean that a cluster is being rebuilt. */
    int MOST_REDIRECTIONS = 3;

    /** A connection to the server that has a key. */
    Connection connectionTo(String key);

    /** A connection to a node of a cluster, which another one has named. */
    Connection connectionTo(HostAndPort node);

    /** Asks the cluster which node has which keys by now; does nothing where there is one server. */
    void readTopology();

    /** Parts with the connections that nobody uses, since their server turned out to be no primary any more. */
    void dropIdleConnections();

    @Override
    void close();

    /** Asks the server that has a key, or will have it. The command is applied when nothing is waited for any more. */
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

    /** Closes a connection whose answer was not read, as for lack of memory. The next command would else read that answer. */
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
