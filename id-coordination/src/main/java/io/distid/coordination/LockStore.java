package io.distid.coordination;

import java.time.Duration;
import java.util.List;

/**
 * A store's half of locks: one record for each lock, and one atomic step for each change. {@link FencedLocks} is the other half, the same for all
 * stores.
 *
 * <p>A record holds the greatest granted fencing number, the token of the holder, and the end of the holder's lease by the store's clock. The store's
 * clock decides only when another caller may be granted the lock. The number keeps a late holder from doing harm, so it must not depend on a clock
 * that may be set back. It is greater than the number in the record, whatever the clock says. If the record may have been lost, numbers begin at the
 * store's time in µs. They are then above all numbers granted before, unless the clock is behind the last grant.
 *
 * <p>Implementations are safe for use by any number of threads.
 */
public interface LockStore extends AutoCloseable {

    /** The longest name of a lock. */
    int LONGEST_NAME = 128;

    /** The answer to {@link #take}. Immutable. */
    sealed interface Answer permits Granted, Held {}

    /**
     * The lock is the caller's. Immutable.
     *
     * @param fence greater than every number that was granted for this lock before; at least 1
     */
    record Granted(long fence) implements Answer {}

    /**
     * Another caller holds the lock. Immutable.
     *
     * @param atMost how long its lease lasts, unless it is extended
     */
    record Held(Duration atMost) implements Answer {}

    /** The answer to {@link #release}. Immutable. */
    enum Released {
        /** The lock is free. */
        FREED,
        /** The lock is free, and another process has asked for it since it was granted. */
        FREED_AND_WANTED,
        /** The lock was no longer the caller's. Nothing was changed. */
        LOST
    }

    /**
     * Takes the lock if it is free, or if its record has one of the caller's tokens. In that case an earlier attempt was carried out, and its answer
     * was lost. Such a lock is granted again with a new number, so that two copies of the caller have different numbers.
     *
     * @param lock its name: letters, digits and {@code . _ : -}, at most {@value #LONGEST_NAME} of them
     * @param process the caller's process, the same for all its threads. If another process holds the lock, that process's release is answered by
     *     {@link Released#FREED_AND_WANTED}.
     * @param tokens the caller's tokens: {@code token}, and others that may have been granted the lock
     * @param lease how long it is granted for, by the store's clock
     * @throws io.distid.BackendException if the store does not answer in time, or refuses; whether it was granted is unknown
     */
    Answer take(String lock, String process, List<String> tokens, String token, Duration lease);

    /**
     * Extends a lease, from now by the store's clock. A lease that is over is extended, too, if nobody was granted the lock since.
     *
     * @param tokens the caller's tokens; the record must have one of them
     * @param token the token that the record has from now on
     * @return false if the lock is no longer the caller's
     * @throws io.distid.BackendException if the store does not answer in time, or refuses; whether it was extended is unknown
     */
    boolean extend(String lock, long fence, List<String> tokens, String token, Duration lease);

    /**
     * Frees the lock, if it is the caller's, and wakes those who {@link #watch} it. It may be repeated after a lost answer. The repeat reports no
     * loss, as long as at most one other caller was granted the lock since.
     *
     * @param fence as it was granted; 0 for any grant to one of the tokens
     * @param tokens the caller's tokens; the record must have one of them
     * @throws io.distid.BackendException if the store does not answer in time, or refuses; whether it was freed is unknown
     */
    Released release(String lock, long fence, List<String> tokens);

    /**
     * Calls a waiter when the lock may have become free. Calls may be needless or lost, so a waiter asks again from time to time in any case.
     *
     * @param freed called by a thread of the store; must not block
     */
    default Watch watch(String lock, Runnable freed) {
        return () -> {};
    }

    /** How often a waiter asks again while nobody calls it. */
    Duration pollInterval();

    /**
     * How long it takes until a waiting process asks again once the lock became free. For this time, a process that freed a wanted lock does not ask.
     *
     * @return by default the {@link #pollInterval()}
     */
    default Duration handOver() {
        return pollInterval();
    }

    /** Ends a {@link #watch}. For use by one thread, the waiter's. */
    interface Watch extends AutoCloseable {
        @Override
        void close();
    }

    /**
     * The address, for messages.
     *
     * @return without any user information
     */
    @Override
    String toString();

    @Override
    void close();
}
