package io.distid.redis;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.providers.SentineledConnectionProvider;

/**
 * Connections to the master that sentinels name. When it is closed, the threads that listen to the sentinels end. Jedis forgets to end a thread that is just starting,
 * and such a thread listens for ever (<a href="https://github.com/redis/jedis/issues/3839">issue 3839</a>). While a master refuses connections, each attempt to open could
 * leave a thread for each sentinel.
 */
final class SentinelConnections extends SentineledConnectionProvider {
    private final Duration timeout;

    SentinelConnections(
            String master,
            ConnectionSettings client,
            int poolSize,
            Duration timeout,
            Set<HostAndPort> nodes,
            ConnectionSettings sentinels) {
        super(master, client, RedisClients.pool(poolSize, timeout), nodes, sentinels);
        this.timeout = timeout;
    }

    /** Ends the threads, and repeats that until they have ended. It takes at most the timeout, which also limits how long a thread connects. */
    @Override
    public void close() {
        super.close();
        long end = System.nanoTime() + timeout.toNanos();
        for (SentinelListener listener : sentinelListeners) {
            // One that waits for a sentinel to come back sees afterwards that it was ended.
            while (listener.isAlive()
                    && listener.getState() != Thread.State.TIMED_WAITING
                    && System.nanoTime() - end < 0) {
                listener.shutdown();
                try {
                    TimeUnit.MILLISECONDS.timedJoin(listener, 5);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return;
                }
            }
        }
    }
}
