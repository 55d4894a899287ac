package io.distid.redis;

import io.distid.coordination.LockStore.Watch;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.JedisPubSub;

/**
 * Hears which locks became free, on one connection and one daemon thread for all locks of a store, from the first waiter on. While it
 * hears nothing, waiters go on by themselves. Safe for use by any number of threads.
 */
final class LockMessages implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(LockMessages.class.getName());
    private static final long RETRY_NANOS = 1_000_000_000;

    private final RedisLink redis;
    private final String channels;
    private final Map<String, List<Runnable>> watchers = new ConcurrentHashMap<>();
    private @Nullable Thread thread;
    private volatile @Nullable Listener listener;
    private volatile boolean subscribed;
    private volatile boolean closed;

    LockMessages(RedisLink redis, String channels) {
        this.redis = redis;
        this.channels = channels;
    }

    /** Where it is said that a lock is free. */
    String channel(String lock) {
        return channels + lock;
    }

    /** Whether messages come at present. */
    boolean isSubscribed() {
        return subscribed;
    }

    Watch watch(String lock, Runnable freed) {
        watchers.compute(lock, (name, those) -> {
            List<Runnable> more = those == null ? new CopyOnWriteArrayList<>() : those;
            more.add(freed);
            return more;
        });
        start();
        return () -> watchers.computeIfPresent(lock, (name, those) -> {
            those.remove(freed);
            return those.isEmpty() ? null : those;
        });
    }

    private synchronized void start() {
        if (thread == null && !closed) {
            Thread fresh = new Thread(null, this::listen, "distid-redis-lock-messages", 0, false);
            fresh.setContextClassLoader(null);
            fresh.setDaemon(true);
            fresh.start();
            thread = fresh;
        }
    }

    private void listen() {
        boolean warned = false;
        while (!closed) {
            Listener fresh = new Listener();
            listener = fresh;
            try {
                redis.call(client -> {
                    client.psubscribe(fresh, channels + "*");
                    return fresh;
                });
            } catch (RuntimeException | Error e) {
                // An error, too: were the thread to end, nobody would be told again.
                if (!warned && !closed) {
                    LOG.log(
                            Level.WARNING,
                            "no messages of freed locks come from Redis at " + redis.where()
                                    + "; who waits for one asks again after some time: " + e.getMessage());
                    warned = true;
                }
            } finally {
                subscribed = false;
            }
            if (!closed) {
                LockSupport.parkNanos(RETRY_NANOS);
            }
        }
    }

    private void freed(String channel) {
        List<Runnable> those = watchers.get(channel.substring(channels.length()));
        if (those != null) {
            those.forEach(Runnable::run);
        }
    }

    /** Ends the thread, unless its server stands still: then it ends with the connection. */
    @Override
    public void close() {
        Thread ending;
        synchronized (this) {
            closed = true;
            ending = thread;
        }
        Listener current = listener;
        if (current != null && current.isSubscribed()) {
            try {
                current.punsubscribe();
            } catch (RuntimeException e) {
                // Its connection is broken, and so it ends.
            }
        }
        LockSupport.unpark(ending);
    }

    private final class Listener extends JedisPubSub {
        @Override
        public void onPSubscribe(String pattern, int count) {
            subscribed = true;
            // What was said before was not heard.
            watchers.values().forEach(those -> those.forEach(Runnable::run));
            if (closed) {
                punsubscribe();
            }
        }

        @Override
        public void onPMessage(String pattern, String channel, String message) {
            freed(channel);
        }
    }
}
