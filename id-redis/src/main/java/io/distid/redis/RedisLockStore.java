package io.distid.redis;

import io.distid.coordination.FreedLocks;
import io.distid.coordination.LockStore;
import java.time.Duration;
import java.util.List;

/**
 * Locks in Redis: a hash for each, moved by one script each, whose numbers and lease are in that hash and so in one slot of a cluster.
 *
 * <p>A number is greater than the one in the hash, and not below the server's time in µs. So it grows as long as the hash is kept, whatever
 * the clock does; and where the hash was lost, in a failover or a flush, as long as the clock has not gone back behind the last grant. The
 * lease itself is not saved by that: a server that lost it grants the lock to another, with a greater number.
 */
final class RedisLockStore implements LockStore {
    private static final Script TAKE = Script.onRecord("lock-take.lua");
    private static final Script EXTEND = Script.onRecord("lock-extend.lua");
    private static final Script RELEASE = Script.load("record.lua", "primary.lua", "lock-release.lua");

    /** Until a waiter that is told has asked again. */
    private static final Duration HAND_OVER = Duration.ofMillis(5);
    /** How often waiters ask while nobody tells them, and while somebody does: messages can be lost. */
    private static final Duration POLL = Duration.ofMillis(50);

    private static final Duration POLL_BESIDE_MESSAGES = Duration.ofSeconds(1);

    private final RedisLink redis;
    private final String prefix;
    private final String keepMillis;
    private final String channels;
    private final FreedLocks messages;

    RedisLockStore(RedisLink redis, String prefix, Duration keep) {
        this.redis = redis;
        this.prefix = prefix;
        this.keepMillis = Long.toString(keep.toMillis());
        this.channels = prefix + ":freed:";
        this.messages = LockMessages.of(redis, channels);
    }

    @Override
    public Answer take(String lock, String process, List<String> tokens, String token, Duration lease) {
        List<String> answer = RedisLeaseBackend.words(
                redis.run(TAKE, key(lock), List.of(process, joined(tokens), token, millis(lease), keepMillis)));
        long figure = Long.parseLong(answer.get(1));
        return answer.get(0).equals("granted") ? new Granted(figure) : new Held(Duration.ofMillis(figure));
    }

    @Override
    public boolean extend(String lock, long fence, List<String> tokens, String token, Duration lease) {
        List<String> arguments = List.of(Long.toString(fence), joined(tokens), token, millis(lease), keepMillis);
        return redis.run(EXTEND, key(lock), arguments).equals(1L);
    }

    @Override
    public Released release(String lock, long fence, List<String> tokens) {
        Object answer = redis.run(RELEASE, key(lock), List.of(Long.toString(fence), joined(tokens), channels + lock));
        return answer.equals(0L) ? Released.LOST : answer.equals(1L) ? Released.FREED : Released.FREED_AND_WANTED;
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
