package io.distid.redis;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.exceptions.JedisRedirectionException;

/**
 * Claims by a bare {@code INCRBY} where that is as safe as the script, which takes the server longer.
 *
 * <p>The script compares, and then moves. {@code INCRBY} moves, and its answer is compared: both grant the same numbers, but what was compared too late
 * has moved, and by claims that are refused a counter that went back could come to be above what its users have seen. So the script claims wherever a counter
 * may have gone back: first on each connection, since a server that crashed, or another in its place, is reached by new ones; after a
 * second in which a connection claimed nothing, since its server may have been a replica meanwhile; and after a refusal or an error, until the script has claimed
 * again. It also claims more than 1,000 numbers at a time. What is left is a counter that is set back on a server that lives on, or while this machine is suspended, whose
 * clock may stand still: each connection moves it by one claim at most. Of one that was lost there, its base tells, see {@link CounterKey}.
 *
 * <p>Safe for use by any number of threads.
 */
final class IncrByClaims {
    private static final long MOST_IDLE_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long MOST_NUMBERS = 1_000;

    private final Script script;
    private final CounterKey key;
    /** When each connection began its last claim, by {@link System#nanoTime}, if that was granted; the pool knows how long there is one. */
    private final Map<Connection, Long> claimed = Collections.synchronizedMap(new WeakHashMap<>());
    /** From a refusal or an error on, until the script has claimed. */
    private volatile boolean suspect;

    IncrByClaims(Script script, CounterKey key) {
        this.script = script;
        this.key = key;
    }

    /** Has the script claim next: what was granted last was refused. */
    void suspect() {
        suspect = true;
    }

    /** Claims numbers; returns what the script returns. */
    String claim(RedisLink link, CounterClaim claim) {
        return link.callOn(
                key.key(),
                connection -> claim(connection, claim),
                client -> String.valueOf(script.run(client, List.of(key.key()), claim.arguments())));
    }

    private String claim(Connection connection, CounterClaim claim) {
        Long before = claimed.remove(connection);
        long now = System.nanoTime();
        boolean wasInOrder = !suspect;
        boolean isDirect = wasInOrder
                && claim.size() > 0
                && claim.size() <= MOST_NUMBERS
                && before != null
                && now - before < MOST_IDLE_NANOS;
        String answer;
        try {
            answer = isDirect ? byIncrement(connection, claim) : null;
            if (answer == null) {
                answer = String.valueOf(script.run(connection, List.of(key.key()), claim.arguments()));
            }
        } catch (JedisException e) {
            suspect = true;
            throw e;
        }
        if (!CounterClaim.isGranted(answer)) {
            suspect = true;
        } else if (wasInOrder) {
            claimed.put(connection, now);
        } else {
            // The script has claimed: an increment may have been sent before the refusal.
            suspect = false;
        }
        return answer;
    }

    /** Null where the script is to tell what is wrong. */
    private @Nullable String byIncrement(Connection connection, CounterClaim claim) {
        long floor = claim.floor();
        long last;
        try {
            last = (Long) connection.executeCommand(
                    new CommandArguments(Protocol.Command.INCRBY).key(key.key()).add(claim.size()));
        } catch (JedisDataException e) {
            if (e instanceof JedisRedirectionException || RedisErrors.isOfAServerOutOfService(e)) {
                throw e;
            }
            return null;
        }
        return last - claim.size() < floor ? "behind " + last : Long.toString(last);
    }
}
