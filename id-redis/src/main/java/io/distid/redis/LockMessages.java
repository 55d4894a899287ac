package io.distid.redis;

import io.distid.coordination.FreedLocks;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Hears by one subscription after another which locks became free. Used by the one thread of {@link FreedLocks}, and ended by any; if its server
 * stands still, it ends with the connection.
 */
final class LockMessages implements FreedLocks.Source {
    private final RedisLink redis;
    private final String channels;
    private final Duration interval;
    private volatile @Nullable LockSubscription subscription;

    private LockMessages(RedisLink redis, String channels, Duration interval) {
        this.redis = redis;
        this.channels = channels;
        this.interval = interval;
    }

    /**
     * Hears nothing yet. A lock is named by what follows in the name of its channel.
     *
     * @param channels what the names of the channels begin with
     * @param interval how often a subscription has to prove that it is heard; not less than an answer may take
     */
    static FreedLocks of(RedisLink redis, String channels, Duration interval) {
        Duration timeout = redis.timeout();
        return new FreedLocks(
                "distid-redis-lock-messages",
                "messages of freed locks from Redis at " + redis.where(),
                new LockMessages(redis, channels, interval.compareTo(timeout) < 0 ? timeout : interval));
    }

    @Override
    public void listen(FreedLocks freed) {
        redis.callOn(channels, node -> {
            LockSubscription fresh = new LockSubscription(node.connection(), channels, freed, interval);
            subscription = fresh;
            fresh.listen();
            return fresh;
        });
    }

    @Override
    public void end() {
        LockSubscription current = subscription;
        if (current != null) {
            try {
                current.end();
            } catch (RuntimeException e) {
                // Its connection is broken, and so it ends.
            }
        }
    }
}
