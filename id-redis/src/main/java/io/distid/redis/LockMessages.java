package io.distid.redis;

import io.distid.coordination.FreedLocks;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.util.SafeEncoder;

/**
 * Learns which locks became free, by one subscription after another. The one thread of {@link FreedLocks} uses this, and any thread can end
 * it.
 *
 * <p>After a power failure, or when a NAT forgets a link, the link looks as silent as one on which no lock becomes free. So a subscription
 * that was silent for a while is replaced. Waiters check their locks once when a subscription begins, and so miss nothing. Messages are read
 * here, since Jedis's {@code JedisPubSub} waits for them without end.
 */
final class LockMessages implements FreedLocks.Source {
    private final RedisLink redis;
    private final String channels;
    private final int silenceMillis;
    private volatile @Nullable Connection subscribed;

    private LockMessages(RedisLink redis, String channels, Duration silence) {
        this.redis = redis;
        this.channels = channels;
        this.silenceMillis = Math.toIntExact(silence.toMillis());
    }

    /**
     * Creates messages that do not listen yet. The end of a channel's name is the name of its lock.
     *
     * @param silence after how long without a message a subscription is replaced
     */
    static FreedLocks of(RedisLink redis, String channels, Duration silence) {
        return new FreedLocks(
                "distid-redis-lock-messages",
                "messages of freed locks from Redis at " + redis.where(),
                new LockMessages(redis, channels, silence));
    }

    @Override
    public void listen(FreedLocks freed) {
        while (!freed.isClosed()) {
            redis.callOn(channels, node -> {
                hear(node.connection(), freed);
                return channels;
            });
        }
    }

    private void hear(Connection connection, FreedLocks freed) {
        boolean began = false;
        // Set before the check for a close: the closing thread looks for the connection after it marks this as closed.
        subscribed = connection;
        try {
            connection.sendCommand(Protocol.Command.PSUBSCRIBE, channels + "*");
            while (!freed.isClosed()) {
                List<?> message = (List<?>) connection.getOne();
                if (began) {
                    freed.freed(SafeEncoder.encode((byte[]) message.get(2)).substring(channels.length()));
                } else {
                    // The first message is the answer to the subscription.
                    began = true;
                    connection.setSoTimeout(silenceMillis);
                    freed.began();
                }
            }
        } catch (JedisConnectionException e) {
            if (!began || !(e.getCause() instanceof SocketTimeoutException)) {
                throw e;
            }
        } finally {
            // The connection is still subscribed, so the next command would take a message for its answer.
            connection.setBroken();
            subscribed = null;
        }
    }

    @Override
    public void end() {
        Connection current = subscribed;
        if (current != null) {
            try {
                current.disconnect();
            } catch (RuntimeException e) {
                // The connection is broken, and so it ends anyway.
            }
        }
    }
}
