package io.distid.redis;

import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandObject;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.Response;

/**
 * A connection to a server, for one thread and some commands.
 *
 * @param asking whether a slot is just moving to this node of a cluster, so that each command needs {@code ASKING}
 */
record NodeConnection(Connection connection, boolean asking) {

    <T extends @Nullable Object> T execute(CommandObject<T> command) {
        if (asking) {
            connection.executeCommand(RedisCommands.asking());
        }
        return connection.executeCommand(command);
    }

    /** As above, and waits for replicas in the same round trip, since {@code WAIT} covers only writes of its own connection. */
    <T> Acknowledged<T> executeAndWait(CommandObject<T> command, int replicas, long millis) {
        Pipeline pipeline = new Pipeline(connection);
        if (asking) {
            pipeline.executeCommand(RedisCommands.asking());
        }
        Response<T> answer = pipeline.executeCommand(command);
        Response<Long> acknowledged = pipeline.waitReplicas(replicas, millis);
        pipeline.sync();
        return new Acknowledged<>(answer.get(), acknowledged.get());
    }

    /**
     * An answer, and how many replicas acknowledged it.
     *
     * @param replicas how many have all that the connection has written
     */
    record Acknowledged<T>(T answer, long replicas) {}
}
