package io.distid.coordination;

import java.time.Duration;
import java.util.List;

/**
 * A store's half of locks: a record for each, moved by one atomic step each. {@link FencedLocks} is the other half, the same for
 * all stores.
 *
 * <p>A record holds the greatest fencing number that was granted, the token of its holder, and when the holder's lease ends by the
 * store's clock. The store's clock decides only when a lock is given to somebody else. What keeps a late holder from doing harm is the
 * number, which must not depend on a clock that may be set back: it is greater than the one in the record, whatever the clock says. Where
 * the record may have been lost, a number that begins at the store's time in µs is above all that were granted before, unless the clock is
 * behind the last of them.
 *
 * <p>Implementations are safe for use by any number of threads.
 */
public interface LockStore extends AutoCloseable {

    /** The longest name of a lock. */
    int LONGEST_NAME = 128;

    /** What the answer to {@link #take} is. Immutable. */
    sealed interface Answer permits Granted, Held {}

    /**
     * The lock is the caller's. Immutable.
     *
     * @param fence greater than every number that was granted for this lock before; at least 1
     */
    record Granted(long fence) implements Answer {}

    /**
     * Another holds it. Immutable.
     *
     * @param atMost how long its lease lasts, unless it is extended
     */
    record Held(Duration atMost) implements Answer {}

    /** What became of a {@link #release}. Immutable. */
    enum Released {
        /** The lock is free. */
        FREED,
        /** The lock is free, and another process has asked for it since it was granted. */
        FREED_AND_WANTED,
        /** It was not the caller's any more. Nothing was changed. */
        LOST
    }

    /**
     * Takes the lock if it is free, or if its record has one of the caller's own tokens: then an earlier attempt was carried out and its
     * answer was lost. Such a lock is granted anew, with a new number, so that of two copies of the caller one has the greater.
     *
     * @param lock its name: letters, digits and {@code . _ : -}, at most {@value #LONGEST_NAME} of them
     * @param process who asks, the same for all threads of a process. If it is refused and is not the holder's, the holder's release is answered
     *     by {@link Released#FREED_AND_WANTED}
     * @param tokens by which the caller is known: {@code token}, and others that it may have been granted the lock by
     * @param token what the record is to have
     * @param lease how long it is granted for, by the store's clock
     * @return granted or held
     * @throws io.distid.BackendException if the store does not answer in time, or refuses; whether it was granted is unknown
     */
    Answer take(String lock, String process, List<String> tokens, String token, Duration lease);

    /**
     * Extends a lease, from now by the store's clock. One that is over is extended, too, if nobody was granted the lock since.
     *
     * @param lock its name
     * @param fence as it was granted
     * @param tokens of which the record must have one
     * @param token what the record has from now on
     * @param lease how long from now
     * @return false if the lock is not the caller's any more
     * @throws io.distid.BackendException if the store does not answer in time, or refuses; whether it was extended is unknown
     */
    boolean extend(String lock, long fence, List<String> tokens, String token, Duration lease);

    /**
     * Frees the lock, if it is the caller's, and wakes those who {@link #watch} it. May be repeated: who freed it before and asks again
     * because the answer was lost is not told that it lost the lock, as long as no more than one other was granted it since.
     *
     * @param lock its name
     * @param fence as it was granted; 0 for whatever was granted to one of the tokens
     * @param tokens of which the record must have one
     * @return what became of it
     * @throws io.distid.BackendException if the store does not answer in time, or refuses; whether it was freed is unknown
     */
    Released release(String lock, long fence, List<String> tokens);

    /**
     * Has somebody called when the lock may have become free. Calls may come for nothing, or be lost: a waiter asks again from time to
     * time all the same.
     *
     * @param lock its name
     * @param freed called by a thread of the store; must not block
     * @return ends it
     */
    default Watch watch(String lock, Runnable freed) {
        return () -> {};
    }

    /**
     * How often a waiter asks again while nobody calls it.
     *
     * @return the longest pause between two attempts
     */
    Duration pollInterval();

    /**
     * How long it takes until a waiting process asks again once the lock became free. For so long a process that freed it for others does
     * not ask.
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
