package io.distid.redis;

import io.distid.coordination.FreedLocks;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.JedisPubSub;

/**
 * Hears by one subscription which locks became free. Used by the one thread of {@link FreedLocks}, and ended by any; if its server
 * stands still, it ends with the connection.
 */
final class LockMessages implements FreedLocks.Source {
    private final RedisLink redis;
    private final String channels;
    private volatile @Nullable Listener listener;

    private LockMessages(RedisLink redis, String channels) {
        this.redis = redis;
        this.channels = channels;
    }

    /**
     * Hears nothing yet. A lock is named by what follows in the name of its channel.
     *
     * @param channels what the names of the channels begin with
     */
    static FreedLocks of(RedisLink redis, String channels) {
        return new FreedLocks(
                "distid-redis-lock-messages",
                "messages of freed locks from Redis at " + redis.where(),
                new LockMessages(redis, channels));
    }

    @Override
    public void listen(FreedLocks freed) {
        redis.callNodes(nodes -> nodes.ask(channels, connection -> {
            Listener fresh = new Listener(freed);
            listener = fresh;
            try {
                fresh.proceedWithPatterns(connection, channels + "*");
            } finally {
                // An interrupt, too, ends it, and leaves it subscribed: the next message would be taken for an answer to the next command.
                connection.setBroken();
            }
            return fresh;
        }));
    }

    @Override
    public void end() {
        Listener current = listener;
        if (current != null && current.isSubscribed()) {
            try {
                current.punsubscribe();
            } catch (RuntimeException e) {
                // Its connection is broken, and so it ends.
            }
        }
    }

    private final class Listener extends JedisPubSub {
        private final FreedLocks freed;

        Listener(FreedLocks freed) {
            this.freed = freed;
        }

        @Override
        public void onPSubscribe(String pattern, int count) {
            freed.began();
            if (freed.isClosed()) {
                punsubscribe();
            }
        }

        @Override
        public void onPMessage(String pattern, String channel, String message) {
            freed.freed(channel.substring(channels.length()));
        }
    }
}
