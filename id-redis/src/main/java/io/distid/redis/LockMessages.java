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
 * Hears which locks became free, by one subscription after another. Used by the one thread of {@link FreedLocks}, and ended by any.
 *
 * <p>A link that died without having said so, as when a machine loses its power or a NAT forgets it, is as silent as one on which no lock
 * becomes free. So a subscription that was silent for a while is replaced by another. Waiters look once when it begins, and so miss nothing.
 * Messages are read here, since Jedis's {@code JedisPubSub} waits for them without end.
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
     * Hears nothing yet. A lock is named by what follows in the name of its channel.
     *
     * @param channels what the names of the channels begin with
     * @param silence after how long without a message a subscription is made anew
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
        // Before it is asked whether this is closed: whoever closes looks for it afterwards.
        subscribed = connection;
        try {
            connection.sendCommand(Protocol.Command.PSUBSCRIBE, channels + "*");
            while (!freed.isClosed()) {
                List<?> message = (List<?>) connection.getOne();
                if (began) {
                    freed.freed(SafeEncoder.encode((byte[]) message.get(2)).substring(channels.length()));
                } else {
                    // That was the answer.
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
            // It is still subscribed: the next message would be taken for an answer to the next command.
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
                // It is broken, and so it ends.
            }
        }
    }
}
