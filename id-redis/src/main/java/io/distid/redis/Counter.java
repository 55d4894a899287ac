package io.distid.redis;

import io.distid.ConfigException;
import io.distid.IdException;
import io.distid.IdsExhaustedException;
import io.distid.StoreRegressedException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.params.SetParams;

/**
 * A number in Redis that only grows: the last one granted to anybody.
 *
 * <p>What this object has seen is the greatest number of the calls that are over. A call carries that figure, as it was when
 * the call began, to the script, which refuses to move a counter that is behind it. So calls that overlap never take each
 * other for a regression, and a counter that was lost or set back stays as it is until an operator moves it: one that was
 * moved on by a process that had seen less would repeat what others have seen.
 */
final class Counter {
    private static final Script CLAIM = Script.load("claim.lua");

    private final RedisLink link;
    private final String key;
    private final AtomicLong seen;

    private Counter(RedisLink link, String key, long seen) {
        this.link = link;
        this.key = key;
        this.seen = new AtomicLong(seen);
    }

    /** The counter of that key as it stands, or null if there is no such key. */
    static @Nullable Counter find(RedisLink link, String key) {
        // A claim of nothing is a write, too, so that a server that takes none is found out now.
        String answer = ask(link, key, 0, 0);
        if (answer.equals("missing")) {
            return null;
        }
        if (!isNumber(answer)) {
            throw malformed(link, key, answer);
        }
        return new Counter(link, key, Long.parseLong(answer));
    }

    /** The counter of that key; if there is none, a new one whose first number is {@code start}. */
    static Counter create(RedisLink link, String key, long start) {
        link.call(client ->
                client.set(key, Long.toString(start - 1), SetParams.setParams().nx()));
        Counter counter = find(link, key);
        if (counter == null) {
            throw new StoreRegressedException("key \"" + key + "\" of Redis at " + link.where()
                    + " was deleted just after it was made: does the server evict keys, or does somebody delete them?");
        }
        return counter;
    }

    /** Takes the next {@code size} numbers, and returns the last of them. */
    long claim(long size) {
        long before = seen.get();
        String answer = ask(link, key, size, before);
        if (!isNumber(answer)) {
            throw refusal(answer, size, before);
        }
        long last = Long.parseLong(answer);
        if (last - size < before) {
            throw behind(Long.toString(last - size), before);
        }
        seen.accumulateAndGet(last, Math::max);
        return last;
    }

    private static String ask(RedisLink link, String key, long size, long seen) {
        return String.valueOf(link.run(CLAIM, List.of(key), Long.toString(size), Long.toString(seen)));
    }

    private static boolean isNumber(String answer) {
        return Character.isDigit(answer.charAt(0));
    }

    private IdException refusal(String answer, long size, long before) {
        String[] words = answer.split(" ", 2);
        return switch (words[0]) {
            case "missing" ->
                new StoreRegressedException("key \"" + key + "\" of Redis at " + link.where() + " is gone; " + before
                        + " was seen in it before. " + cure(before));
            case "behind" -> behind(words[1], before);
            case "exhausted" ->
                new IdsExhaustedException("key \"" + key + "\" of Redis at " + link.where() + " stands at " + words[1]
                        + ": fewer than " + size + " numbers are left up to " + Long.MAX_VALUE + "; use another key");
            default -> malformed(link, key, answer);
        };
    }

    private StoreRegressedException behind(String value, long before) {
        return new StoreRegressedException("key \"" + key + "\" of Redis at " + link.where() + " holds " + value
                + ", but " + before
                + " was seen in it before: was it restored, set by hand, or did a failover or a crash"
                + " lose writes? " + cure(before));
    }

    private String cure(long before) {
        return "No id is issued until it is above every id that was: find the greatest one in use, at least " + before
                + ", and run SET " + key + " <that number, or a safe one above it>.";
    }

    private static ConfigException malformed(RedisLink link, String key, String answer) {
        return new ConfigException("key \"" + key + "\" of Redis at " + link.where() + " holds "
                + answer.replaceFirst("malformed (?=\\S)", "") + ": must be an integer from 0 to " + Long.MAX_VALUE
                + "; name another key");
    }
}
