package io.distid.redis;

import io.distid.BackendException;
import io.distid.coordination.FreedLocks;
import io.distid.coordination.LockStore;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Locks in Redis. Each lock is a hash with its number and its lease, in one slot of a cluster. Each step is one script.
 *
 * <p>A new number is greater than the number in the hash, and not below the server's time in µs. So numbers grow as long as the hash is
 * kept, whatever the clock does. If a failover or a flush loses the hash, they grow unless the clock is behind the last grant. The lease
 * itself is lost then: the server grants the lock to another holder, with a greater number.
 */
final class RedisLockStore implements LockStore {
    private static final Script TAKE = Script.onRecord("lock-take.lua");
    private static final Script EXTEND = Script.onRecord("lock-extend.lua");
    private static final Script RELEASE = Script.load("record.lua", "primary.lua", "lock-release.lua");

    /** The form of a number, and of a time in ms. */
    private static final Pattern FIGURE = Pattern.compile("[0-9]{1,18}");

    /** How long a waiter takes to ask again after a message. */
    private static final Duration HAND_OVER = Duration.ofMillis(5);
    /** How often waiters ask without messages, and below, with messages, since messages can be lost. */
    private static final Duration POLL = Duration.ofMillis(50);

    private static final Duration POLL_BESIDE_MESSAGES = Duration.ofSeconds(1);
    /** After so long a silence a link may be dead. */
    private static final Duration SILENCE = Duration.ofSeconds(30);

    private final RedisLink redis;
    private final String prefix;
    private final String keepMillis;
    private final String channels;
    private final FreedLocks messages;
    /** Counts the requests to take a lock, and each repeat, since the request that was sent first may arrive last. */
    private final AtomicLong sent = new AtomicLong();

    RedisLockStore(RedisLink redis, String prefix, Duration keep) {
        this.redis = redis;
        this.prefix = prefix;
        this.keepMillis = Long.toString(keep.toMillis());
        this.channels = prefix + ":freed:";
        this.messages = LockMessages.of(redis, channels, SILENCE);
    }

    @Override
    public Answer take(String lock, String process, List<String> tokens, String token, Duration lease) {
        List<String> key = key(lock);
        Supplier<List<String>> arguments = () -> List.of(
                process, joined(tokens), token, millis(lease), keepMillis, Long.toString(sent.incrementAndGet()));
        Object answer = redis.callOn(key.get(0), node -> TAKE.run(node::execute, key, arguments.get()));
        if (answer instanceof List<?> words
                && words.size() == 2
                && FIGURE.matcher(String.valueOf(words.get(1))).matches()) {
            long figure = Long.parseLong(String.valueOf(words.get(1)));
            if ("granted".equals(words.get(0)) && figure > 0) {
                return new Granted(figure);
            }
            if ("held".equals(words.get(0))) {
                return new Held(Duration.ofMillis(figure));
            }
        }
        throw unexpected("takes", lock, answer);
    }

    @Override
    public boolean extend(String lock, long fence, List<String> tokens, String token, Duration lease) {
        List<String> arguments = List.of(Long.toString(fence), joined(tokens), token, millis(lease), keepMillis);
        Object answer = redis.run(EXTEND, key(lock), arguments);
        if (answer.equals(1L)) {
            return true;
        }
        if (answer.equals(0L)) {
            return false;
        }
        throw unexpected("extends", lock, answer);
    }

    @Override
    public Released release(String lock, long fence, List<String> tokens) {
        Object answer = redis.run(RELEASE, key(lock), List.of(Long.toString(fence), joined(tokens), channels + lock));
        if (answer.equals(0L)) {
            return Released.LOST;
        }
        if (answer.equals(1L)) {
            return Released.FREED;
        }
        if (answer.equals(2L)) {
            return Released.FREED_AND_WANTED;
        }
        throw unexpected("frees", lock, answer);
    }

    /** The error for an answer that none of distid's scripts gives. Whether the step was carried out is unknown. */
    private BackendException unexpected(String step, String lock, Object answer) {
        return new BackendException(this + " answered the script that " + step + " lock " + lock + " with " + answer
                + ", which is none of its answers; whether it was carried out is unknown");
    }

    @Override
    public Watch watch(String lock, Runnable freed) {
        return messages.watch(lock, freed);
    }

    @Override
    public Duration pollInterval() {
        return messages.isListening() ? POLL_BESIDE_MESSAGES : POLL;
    }

    @Override
    public Duration handOver() {
        return messages.isListening() ? HAND_OVER : POLL;
    }

    @Override
    public void close() {
        messages.close();
        redis.close();
    }

    @Override
    public String toString() {
        return "Redis at " + redis.where();
    }

    private List<String> key(String lock) {
        return List.of(prefix + ":{" + lock + "}");
    }

    private static String joined(List<String> tokens) {
        return String.join(" ", tokens);
    }

    private static String millis(Duration lease) {
        return Long.toString(lease.toMillis());
    }
}
