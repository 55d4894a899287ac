package io.distid.redis;

import java.util.List;
import java.util.function.Supplier;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.Response;
import redis.clients.jedis.exceptions.JedisAskDataException;
import redis.clients.jedis.exceptions.JedisNoScriptException;
import redis.clients.jedis.exceptions.JedisRedirectionException;

/**
 * What a script answered, and how many replicas have its writes.
 *
 * @param answer the script's
 * @param replicas that acknowledged all that its connection has written
 */
record AcknowledgedAnswer(Object answer, long replicas) {

    /** One round trip for both; two when the server does not know the script yet, or another node of the cluster has the key now, or will have its slot. */
    static AcknowledgedAnswer of(
            NodeConnections client,
            Script script,
            List<String> keys,
            Supplier<List<String>> arguments,
            Replicas wanted) {
        try {
            return client.ask(keys.get(0), connection -> ask(connection, false, script, true, keys, arguments, wanted));
        } catch (JedisNoScriptException e) {
            return client.ask(
                    keys.get(0), connection -> ask(connection, false, script, false, keys, arguments, wanted));
        } catch (JedisRedirectionException e) {
            // Before its slot is that node's own, it has to be told for each command that it is asked all the same.
            boolean asking = e instanceof JedisAskDataException;
            if (!asking) {
                client.readTopology();
            }
            // By its text: the other node may not know the script.
            return client.askInstead(
                    e.getTargetNode(), connection -> ask(connection, asking, script, false, keys, arguments, wanted));
        }
    }

    private static AcknowledgedAnswer ask(
            Connection connection,
            boolean asking,
            Script script,
            boolean byHash,
            List<String> keys,
            Supplier<List<String>> arguments,
            Replicas wanted) {
        Pipeline pipeline = new Pipeline(connection);
        if (asking) {
            pipeline.executeCommand(RedisCommands.asking());
        }
        Response<Object> answer = byHash
                ? pipeline.evalsha(script.sha1(), keys, arguments.get())
                : pipeline.eval(script.text(), keys, arguments.get());
        Response<Long> replicas = pipeline.waitReplicas(wanted.needed(), wanted.waitMillis());
        pipeline.sync();
        return new AcknowledgedAnswer(answer.get(), replicas.get());
    }
}
