package io.distid.redis;

import java.util.List;
import java.util.function.Supplier;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.Response;
import redis.clients.jedis.exceptions.JedisMovedDataException;
import redis.clients.jedis.exceptions.JedisNoScriptException;

/**
 * What a script answered, and how many replicas have its writes.
 *
 * @param answer the script's
 * @param replicas that acknowledged all that its connection has written
 */
record AcknowledgedAnswer(Object answer, long replicas) {

    /** One round trip for both; two when the server does not know the script yet, or another node of the cluster has the key now. */
    static AcknowledgedAnswer of(
            NodeConnections client,
            Script script,
            List<String> keys,
            Supplier<List<String>> arguments,
            Replicas wanted) {
        try {
            return ask(client, script, true, keys, arguments, wanted);
        } catch (JedisNoScriptException e) {
            return ask(client, script, false, keys, arguments, wanted);
        } catch (JedisMovedDataException e) {
            client.readTopology();
            // By its text: the other node may not know the script.
            return ask(client, script, false, keys, arguments, wanted);
        }
    }

    private static AcknowledgedAnswer ask(
            NodeConnections client,
            Script script,
            boolean byHash,
            List<String> keys,
            Supplier<List<String>> arguments,
            Replicas wanted) {
        return client.ask(keys.get(0), connection -> {
            Pipeline pipeline = new Pipeline(connection);
            Response<Object> answer = byHash
                    ? pipeline.evalsha(script.sha1(), keys, arguments.get())
                    : pipeline.eval(script.text(), keys, arguments.get());
            Response<Long> replicas = pipeline.waitReplicas(wanted.needed(), wanted.waitMillis());
            pipeline.sync();
            return new AcknowledgedAnswer(answer.get(), replicas.get());
        });
    }
}
