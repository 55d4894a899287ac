package io.distid.bench.subject;

import io.distid.IdTraits;
import io.distid.LongIdGenerator;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * A lock that is measured like ids: each call takes it, releases it, and returns the fence of the grant. Safe for use
 * by any number of threads, as the lock is.
 */
public final class LockIds implements LongIdGenerator {
    private static final String LEASE = "lease";
    private static final String MILLIS = "ms";

    private final IdTraits traits;
    private final Lock lock;
    private final AutoCloseable client;
    private volatile @Nullable Grant held;
    private volatile long leaseEnds = System.nanoTime();

    /** How it is taken. Safe for use by any number of threads. */
    @FunctionalInterface
    public interface Lock {
        /** Waits for it and takes it. */
        Grant take() throws Exception;
    }

    /**
     * It is held. Immutable.
     *
     * @param number of the grant
     * @param unlocking frees it
     * @param lease what is left of it
     */
    public record Grant(long number, AutoCloseable unlocking, Lease lease) {}

    /** The remaining time of a lease. Safe for use by any number of threads. */
    @FunctionalInterface
    public interface Lease {
        /** For a lock without this information. */
        Lease UNKNOWN = () -> Duration.ZERO;

        /** The remaining time, never more than by the server's clock; zero if the lease is over. */
        Duration left() throws Exception;
    }

    /** For one lock. */
    public LockIds(IdTraits traits, Lock lock, AutoCloseable client) {
        this.traits = traits;
        this.lock = lock;
        this.client = client;
    }

    /**
     * The settings of a lock whose holder loses it after so long a silence. It is a session, or a lease that is renewed
     * while the holder lives.
     */
    public static Map<String, String> withLease(Map<String, String> settings, Duration lease) {
        return Subject.with(settings, LEASE, lease.toMillis() + MILLIS, "renew", "true");
    }

    /** Whether a peer is opened with such a lease instead of its default. */
    public static boolean hasLease(Map<String, String> settings) {
        return settings.containsKey(LEASE);
    }

    /** The lease of a peer. */
    public static int leaseMillis(Map<String, String> settings) {
        String lease = settings.get(LEASE);
        return Integer.parseInt(lease.substring(0, lease.length() - MILLIS.length()));
    }

    @Override
    public long nextId() {
        return unchecked(() -> {
            Grant grant = lock.take();
            grant.unlocking().close();
            return grant.number();
        });
    }

    /** Takes the lock and keeps it for as long as this process lives. */
    public void hold() {
        held = unchecked(lock::take);
        leaseEnds();
    }

    /**
     * The time before which the held lease cannot end by the server's clock. It never moves back: after a holder
     * learned of its loss, the last known time stays. In ns of the monotonic clock; in the past if it is
     * unknown.
     */
    public long leaseEnds() {
        Grant grant = held;
        long now = System.nanoTime();
        long left = grant == null ? 0 : unchecked(grant.lease()::left).toNanos();
        if (now + left - leaseEnds > 0) {
            leaseEnds = now + left;
        }
        return leaseEnds;
    }

    private <T> T unchecked(Callable<T> call) {
        try {
            return call.call();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            if (e instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            throw new IllegalStateException(traits.strategy() + ": " + e, e);
        }
    }

    @Override
    public IdTraits traits() {
        return traits;
    }

    @Override
    public void close() {
        unchecked(() -> {
            client.close();
            return true;
        });
    }
}
