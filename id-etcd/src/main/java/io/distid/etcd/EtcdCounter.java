package io.distid.etcd;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.IdException;
import io.distid.IdsExhaustedException;
import io.distid.InterruptedIdException;
import io.distid.StoreRegressedException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A number in etcd that only grows: the last number granted to any process.
 *
 * <p>A transaction moves the counter if its value and its revision are as they were read. Callers of one object take turns, so only
 * processes compete, and each caller goes on from the value of the previous caller, without a read. A claim whose answer is lost leaves a
 * gap: the repeat finds another value, and claims the next numbers. This object remembers what it was granted. So it detects a counter that
 * was set back, and an operator has to move the counter.
 *
 * <p>Safe for use by any number of threads.
 */
final class EtcdCounter {
    /** The counter is missing. */
    static final long MISSING = -1;

    private static final long LIMIT = Long.MAX_VALUE - 1;
    private static final int ATTEMPTS = 500;
    private static final long LONGEST_PAUSE_NANOS = 5_000_000;

    private final Etcd etcd;
    private final String key;
    private final Duration patience;
    private final ReentrantLock turn = new ReentrantLock(true);
    private Etcd.@Nullable Entry known;
    private long seen;
    private volatile boolean used;

    /**
     * Creates a counter object; the key may be missing.
     *
     * @param patience how long a caller waits for its turn
     */
    EtcdCounter(Etcd etcd, String key, Duration patience) {
        this.etcd = etcd;
        this.key = key;
        this.patience = patience;
    }

    /** A step that callers take in turn. */
    private interface Step<T> {
        T take();
    }

    /** Claims the next {@code size} numbers, and returns the last, or {@link #MISSING} if there is no counter. */
    long tryClaim(long size) {
        return inTurn(() -> claim(size));
    }

    /**
     * Takes back the numbers from {@code first} to {@code last}, if {@code last} is the last number granted to any
     * process.
     */
    boolean giveBack(long first, long last) {
        return inTurn(() -> setBack(first, last));
    }

    /** Whether this object has been granted a number. */
    boolean isUsed() {
        return used;
    }

    /** Remembers a number that was granted to another object of the same counter. */
    void saw(long last) {
        inTurn(() -> {
            seen = Math.max(seen, last);
            used = true;
            return seen;
        });
    }

    /** The error for a counter that was there before. */
    StoreRegressedException gone() {
        return inTurn(
                () -> new StoreRegressedException(where() + " is gone; " + seen + " was seen in it before. " + cure()));
    }

    private long claim(long size) {
        Etcd.Entry current = known;
        boolean fresh = current == null;
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            if (current == null) {
                current = etcd.get(key);
                fresh = true;
                if (current == null) {
                    known = null;
                    return MISSING;
                }
            }
            long value = parse(current);
            IdException refusal = refusal(value, size);
            if (refusal != null && fresh) {
                known = null;
                throw refusal;
            }
            if (refusal != null) {
                current = null;
                continue;
            }
            String moved = Long.toString(value + size);
            Etcd.Outcome outcome = etcd.commit(
                    new Transaction().ifUnchanged(current).put(key, moved).orRead(key));
            if (outcome.succeeded()) {
                known = written(current, moved, outcome.revision());
                seen = value + size;
                used = true;
                return seen;
            }
            current = outcome.found().isEmpty() ? null : outcome.found().get(0);
            fresh = true;
            if (attempt > 0) {
                LockSupport.parkNanos(
                        ThreadLocalRandom.current().nextLong(Math.min(LONGEST_PAUSE_NANOS, 100_000L * attempt)));
            }
        }
        known = null;
        throw new BackendException(
                where() + " was moved by others at each of " + ATTEMPTS + " attempts: claim larger segments");
    }

    private @Nullable IdException refusal(long value, long size) {
        if (value < seen) {
            return new StoreRegressedException(where() + " holds " + value + ", but " + seen
                    + " was seen in it before: was it restored, or set by hand? " + cure());
        }
        if (value > LIMIT - size) {
            return new IdsExhaustedException(where() + " stands at " + value + ": fewer than " + size
                    + " numbers are left up to " + LIMIT + "; use another tag");
        }
        return null;
    }

    /**
     * Sets the counter back. Sent only once: a repeat could set back numbers that others have claimed and given back
     * meanwhile.
     */
    private boolean setBack(long first, long last) {
        Etcd.Entry current = known;
        if (current == null || !current.value().equals(Long.toString(last))) {
            return false;
        }
        // Until the answer comes, the value is unknown.
        known = null;
        seen = first - 1;
        String before = Long.toString(first - 1);
        Etcd.Outcome outcome = etcd.commitOnce(
                new Transaction().ifUnchanged(current).put(key, before).orRead(key));
        if (!outcome.succeeded()) {
            seen = last;
            return false;
        }
        known = written(current, before, outcome.revision());
        return true;
    }

    private <T> T inTurn(Step<T> step) {
        try {
            if (!turn.tryLock(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new BackendException(where() + " was claimed by other threads for " + patience.toMillis()
                        + " ms: is etcd slow? Raise the timeout, or claim larger segments");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIdException("interrupted while waiting for " + where(), e);
        }
        try {
            return step.take();
        } finally {
            turn.unlock();
        }
    }

    private static Etcd.Entry written(Etcd.Entry before, String value, long revision) {
        return new Etcd.Entry(before.key(), value, before.created(), revision, before.version() + 1, 0);
    }

    private long parse(Etcd.Entry entry) {
        try {
            long value = Long.parseLong(entry.value());
            if (value >= 0 && value <= LIMIT) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Reported below.
        }
        known = null;
        throw new ConfigException(where() + " holds \"" + entry.value() + "\": must be an integer from 0 to " + LIMIT);
    }

    private String where() {
        return "key " + key + " of etcd at " + etcd.where();
    }

    private String cure() {
        return "No id is issued until it is above every id in use: find the greatest, at least " + seen
                + ", and run etcdctl put " + key + " <that number, or a safe one above it>.";
    }
}
