package io.distid.coordination;

import io.distid.coordination.LockStore.Watch;
import org.jspecify.annotations.Nullable;

/**
 * A record for each lock, moved by compare-and-set: all that {@link CompareAndSetLocks} needs from a store. Each method throws a {@link
 * io.distid.BackendException} if the store does not answer in time, or refuses. The write may then have been carried out, or may be carried out
 * later.
 *
 * <p>Implementations are safe for use by any number of threads.
 */
public interface LockRecords extends AutoCloseable {
    /**
     * A record as it was read. Immutable.
     *
     * @param record resolved; null if there is none
     * @param earliest a time that the store's clock has reached, in epoch ms; {@link #UNTIMED} if it was not asked
     * @param latest a time that no server's clock has passed, unless it was set
     * @param version names what was read, for a write
     */
    record Seen(
            @Nullable LockRecord record,
            long earliest,
            long latest,
            @Nullable Object version) {
        /** For {@link #earliest()}. */
        public static final long UNTIMED = Long.MIN_VALUE;
    }

    /**
     * The record, read at the least cost; it may be out of date.
     *
     * @return without the store's time, if that costs more; as {@link #look} by default
     */
    default Seen glance(String lock) {
        return look(lock);
    }

    /**
     * The record with all earlier writes, and the store's time.
     *
     * @return as it stood
     */
    Seen look(String lock);

    /**
     * Replaces a record if it has not changed since it was read. The number and time of the new record are {@linkplain LockRecord#at resolved} by a
     * time of the store at or after the read. The number of a grant is not below that time in µs. If there was no record, the number is above that of
     * each record that was made and lost since the read.
     *
     * @return the new record, resolved; null if another record was there, or if {@code next} was written and its number does not count
     */
    @Nullable
    LockRecord write(String lock, Seen seen, LockRecord next);

    /**
     * As {@link LockStore#watch}.
     *
     * @param freed called by a thread of the store; must not block
     */
    Watch watch(String lock, Runnable freed);

    /**
     * Whether watchers are being notified.
     *
     * @return false also before the first of them
     */
    boolean isWatching();

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
