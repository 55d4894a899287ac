package io.distid.redis;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.Response;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Claims by a bare {@code INCRBY} where that is as safe as the script, which takes the server longer.
 *
 * <p>The script compares, and then moves. {@code INCRBY} moves, and its answer is compared: both grant the same numbers, but what was compared too late
 * has moved, and by claims that are refused a counter that went back could come to be above what its users have seen. So the script claims wherever a counter
 * may have gone back: first on each connection, since a server that crashed, or another in its place, is reached by new ones; after a
 * second in which a connection claimed nothing, since its server may have been a replica meanwhile; and after an error or a refusal, until
 * the script has claimed again. What is left is a counter that is set back on a server that lives on: each connection moves it by one claim at most.
 * Of one that was lost there, its base tells, see {@link CounterKey}.
 *
 * <p>Safe for use by any number of threads.
 */
final class DirectClaims {
    private static final long MOST_IDLE_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** From then on those are forgotten that claimed nothing for long: their pool may have parted with them. */
    private static final int MANY = 64;

    private final Script script;
    private final CounterKey key;
    /** When each connection began its last claim, by {@link System#nanoTime}, if that was granted. */
    private final Map<Connection, Long> claimed = new ConcurrentHashMap<>();
    /** Whether the script has claimed by the client's own way, which finds the server, since the last error or refusal. */
    private volatile boolean inOrder;

    DirectClaims(Script script, CounterKey key) {
        this.script = script;
        this.key = key;
    }

    /**
     * Claims numbers.
     *
     * @param size how many; 0 asks the script
     * @param floor what the counter must not be below, as it is stored
     * @param arguments of the script, which say the same
     * @return what the script returns
     */
    String claim(RedisLink link, long size, long floor, Supplier<List<String>> arguments) {
        return link.call(client -> {
            if (!inOrder) {
                return byClient(client, arguments);
            }
            try (Connection connection = link.nodes().connectionTo(key.key())) {
                return claim(connection, size, floor, arguments);
            } catch (JedisDataException e) {
                // Redirected, or the script is unknown, or the value is no counter.
                inOrder = false;
                return byClient(client, arguments);
            } catch (JedisException e) {
                inOrder = false;
                throw e;
            }
        });
    }

    private String byClient(UnifiedJedis client, Supplier<List<String>> arguments) {
        String answer = String.valueOf(script.run(client, List.of(key.key()), arguments.get()));
        if (isGranted(answer)) {
            inOrder = true;
        }
        return answer;
    }

    private String claim(Connection connection, long size, long floor, Supplier<List<String>> arguments) {
        long now = System.nanoTime();
        Long before = claimed.remove(connection);
        String answer = size > 0 && before != null && now - before < MOST_IDLE_NANOS
                ? byIncrement(connection, size, floor)
                : byScript(connection, arguments.get());
        if (isGranted(answer)) {
            if (before == null && claimed.size() >= MANY) {
                claimed.values().removeIf(at -> now - at >= MOST_IDLE_NANOS);
            }
            claimed.put(connection, now);
        } else {
            inOrder = false;
        }
        return answer;
    }

    private String byIncrement(Connection connection, long size, long floor) {
        long last = (Long) connection.executeCommand(
                new CommandArguments(Protocol.Command.INCRBY).key(key.key()).add(size));
        return last - size < floor ? "behind " + last : Long.toString(last);
    }

    private String byScript(Connection connection, List<String> arguments) {
        Pipeline pipeline = new Pipeline(connection);
        Response<Object> answer = pipeline.evalsha(script.sha1(), List.of(key.key()), arguments);
        pipeline.sync();
        return String.valueOf(answer.get());
    }

    private static boolean isGranted(String answer) {
        return Character.isDigit(answer.charAt(0));
    }
}
