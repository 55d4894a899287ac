package io.distid.redis;

import io.distid.BackendException;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandObject;

/**
 * How many replicas must have a claim before its numbers are issued. {@code WAIT} follows the script on the same connection, since it
 * covers only writes of its own connection.
 *
 * <p>If too few acknowledge, the counter has moved all the same, and those numbers are not issued.
 *
 * @param needed how many replicas; 0 to wait for none
 * @param waitMillis how long to wait; less than the time-out of an answer, so that Redis can still say how many acknowledged
 */
record Replicas(int needed, long waitMillis) {
    static final ConfigKey KEY = ConfigKey.integer(
            "replicas",
            0,
            100,
            0L,
            "how many replicas must have a claim before its ids are issued (WAIT), within half of the timeout");

    static Replicas of(IdConfig config) {
        return new Replicas(
                (int) config.integer(KEY.name()),
                Math.max(1, config.duration("timeout").toMillis() / 2));
    }

    /**
     * Runs a script that claims numbers.
     *
     * @param arguments read each time that the script is sent
     * @return the last number, or why there are none
     * @throws BackendException also if too few replicas have the claim
     */
    String claim(RedisLink link, Script script, String key, Supplier<List<String>> arguments) {
        long[] have = {needed};
        Object granted = link.callOn(key, node -> {
            Function<CommandObject<Object>, Object> server = needed == 0
                    ? node::execute
                    : command -> {
                        NodeConnection.Acknowledged<Object> both = node.executeAndWait(command, needed, waitMillis);
                        have[0] = both.replicas();
                        return both.answer();
                    };
            return script.run(server, List.of(key), arguments.get());
        });
        String answer = String.valueOf(granted);
        if (have[0] < needed && Character.isDigit(answer.charAt(0))) {
            throw new BackendException("key \"" + key + "\" of Redis at " + link.where() + " was moved, but "
                    + have[0] + " of the " + needed + " replicas that replicas=" + needed
                    + " asks for have acknowledged it within " + waitMillis + " ms: those ids are not issued, now or"
                    + " later. See INFO replication on the server for the replicas that are missing or behind.");
        }
        return answer;
    }

    /** A sentence for operators; null if no replica is waited for. */
    @Nullable
    String note() {
        return needed == 0
                ? null
                : "An id is issued once " + needed + " of the replicas " + (needed == 1 ? "has" : "have")
                        + " it: a failover to one of those loses none, a failover to another one still does.";
    }
}
