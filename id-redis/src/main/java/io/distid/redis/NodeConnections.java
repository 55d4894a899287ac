package io.distid.redis;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.exceptions.JedisException;

/** What is needed of a client of Jedis besides commands. Safe for use by any number of threads. */
interface NodeConnections {

    /** A connection to the server that has a key, to be closed by the caller. */
    Connection connectionTo(String key);

    /** A connection to a node of a cluster, to be closed by the caller. */
    Connection connectionTo(HostAndPort node);

    /**
     * Asks the server that has a key. A connection whose answer was not read, for lack of memory, is closed: it may still be to come, and would be taken for
     * that to the next command.
     */
    default <T extends @Nullable Object> T ask(String key, Function<Connection, T> command) {
        return askOn(connectionTo(key), command);
    }

    /** Asks the node that another one has named instead of itself. */
    default <T extends @Nullable Object> T askInstead(HostAndPort node, Function<Connection, T> command) {
        return askOn(connectionTo(node), command);
    }

    private static <T extends @Nullable Object> T askOn(Connection open, Function<Connection, T> command) {
        try (Connection connection = open) {
            try {
                return command.apply(connection);
            } catch (JedisException e) {
                throw e;
            } catch (RuntimeException | Error e) {
                connection.setBroken();
                throw e;
            }
        }
    }

    /** Asks the cluster which node has which keys by now; does nothing where there is one server. */
    void readTopology();

    /** Parts with the connections that nobody uses, since their server turned out to be no primary any more. */
    void dropIdleConnections();
}
