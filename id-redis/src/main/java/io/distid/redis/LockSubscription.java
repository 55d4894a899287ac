package io.distid.redis;

import io.distid.coordination.FreedLocks;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import redis.clients.jedis.Connection;
import redis.clients.jedis.JedisPubSub;

/**
 * One subscription to the messages of freed locks, on a connection that is closed afterwards, and the proof that it is heard. {@link #listen} is
 * called once, by one thread, and {@link #end} by any.
 *
 * <p>A link that died without having said so, as when a machine loses its power or a NAT forgets it, is as silent as one on which no lock
 * becomes free. So a daemon thread asks for the same subscription again, interval after interval, which changes nothing and is answered. It needs no right
 * but the one to subscribe, where a ping would need another. If nothing came since it asked, it closes the connection, which ends the reading.
 */
final class LockSubscription extends JedisPubSub {
    private final Connection connection;
    private final String channels;
    private final FreedLocks freed;
    private final long intervalNanos;
    private volatile boolean began;
    private volatile boolean over;
    /** When something came last; as {@link System#nanoTime}. */
    private volatile long heardAt;
    /** Guarded by this, as is what is sent once it began: Jedis's buffer is for one thread at a time. */
    private boolean ending;

    /**
     * Not subscribed yet.
     *
     * @param channels what the names of the channels begin with; what follows names the lock
     * @param freed is told
     * @param interval how long an answer may take, and how often one is asked for
     */
    LockSubscription(Connection connection, String channels, FreedLocks freed, Duration interval) {
        this.connection = connection;
        this.channels = channels;
        this.freed = freed;
        this.intervalNanos = interval.toNanos();
    }

    /**
     * Subscribes, and tells until it is ended, the connection is lost or found silent, or the thread is interrupted.
     *
     * @throws redis.clients.jedis.exceptions.JedisException if the connection is lost, or the server refuses
     */
    void listen() {
        Thread asking = new Thread(null, this::askOnAndOn, "distid-redis-lock-subscription", 0, false);
        asking.setContextClassLoader(null);
        asking.setDaemon(true);
        try {
            asking.start();
            proceedWithPatterns(connection, channels + "*");
        } finally {
            // An interrupt, too, ends it, and leaves it subscribed: the next message would be taken for an answer to
            // the next command.
            connection.setBroken();
            over = true;
            LockSupport.unpark(asking);
        }
    }

    @Override
    public void onPSubscribe(String pattern, int count) {
        boolean first = !began;
        // In this order: who asks sees that it began, or what is heard comes after he asked.
        began = true;
        heardAt = System.nanoTime();
        if (first) {
            freed.began();
        }
        if (freed.isClosed()) {
            end();
        }
    }

    @Override
    public void onPMessage(String pattern, String channel, String message) {
        heardAt = System.nanoTime();
        freed.freed(channel.substring(channels.length()));
    }

    /** Has it end when the server answers, or when it has not for too long. */
    synchronized void end() {
        ending = true;
        if (began) {
            punsubscribe();
        }
    }

    private void askOnAndOn() {
        try {
            long askedAt;
            do {
                askedAt = System.nanoTime();
                ask();
                awaitInterval(askedAt);
            } while (!over && heardAt - askedAt >= 0);
        } catch (RuntimeException e) {
            // The connection is broken, and its reader has an error of its own.
        } finally {
            if (!over) {
                disconnect();
            }
        }
    }

    /** Not before it began, since {@link #listen} has asked; and not once it is to end, or it would not. */
    private synchronized void ask() {
        if (began && !ending) {
            psubscribe(channels + "*");
        }
    }

    private void awaitInterval(long from) {
        long left = intervalNanos;
        while (!over && left > 0) {
            LockSupport.parkNanos(this, left);
            // A stray interrupt would end each pause from now on.
            Thread.interrupted();
            left = intervalNanos - (System.nanoTime() - from);
        }
    }

    private void disconnect() {
        try {
            connection.disconnect();
        } catch (RuntimeException e) {
            // What could not be sent any more was nothing but a question.
        }
    }
}
