package io.distid.coordination;

import io.distid.coordination.LockStore.Watch;
import org.jspecify.annotations.Nullable;

/**
 * A record for each lock, moved by compare-and-set: all that {@link CompareAndSetLocks} needs from a store. Each method throws a {@link
 * io.distid.BackendException} if the store does not answer in time, or refuses. The write may then have been carried out, or may be carried out
 * later.
 *
 * <p>Implementations are safe for use by any number of threads. Their {@code toString} is the address, without any user information.
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

    /** The record, read at the least cost. It may be out of date, and lack the store's time. By default as {@link #look}. */
    default Seen glance(String lock) {
        return look(lock);
    }

    /** The record with all earlier writes, and the store's time. */
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

    /** As {@link LockStore#watch}. */
    Watch watch(String lock, Runnable freed);

    /** Whether watchers are being notified. */
    boolean isWatching();

    @Override
    void close();
}
