package io.distid.coordination;

import io.distid.coordination.LockStore.Watch;
import org.jspecify.annotations.Nullable;

/**
 * A record for each lock, moved by compare-and-set: all that {@link CompareAndSetLocks} needs of a store. Each method throws a
 * {@link io.distid.BackendException} if the store does not answer in time, or refuses. A write may have been carried out then, or may be
 * carried out later.
 *
 * <p>Implementations are safe for use by any number of threads.
 */
public interface LockRecords extends AutoCloseable {
    /**
     * A record as it was read. Immutable.
     *
     * @param record resolved; null if there is none
     * @param earliest the store's clock shows at least that, in epoch ms; {@link #UNTIMED} if it was not asked
     * @param latest no server's clock shows more, unless it was set
     * @param version what a write needs to name what was read
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
     * The record, read at the least cost: it may be an older one.
     *
     * @param lock its name
     * @return without the store's time, where that costs more; as {@link #look} by default
     */
    default Seen glance(String lock) {
        return look(lock);
    }

    /**
     * The record with all that was written before it was asked for, and the store's time.
     *
     * @param lock its name
     * @return as it stood
     */
    Seen look(String lock);

    /**
     * Replaces a record if it still is the one that was read. Its number and time are {@linkplain LockRecord#at resolved} by a time of the
     * store at or after the read. The number of a grant is not below that time in µs. Where there was no record, it is above the number of
     * each record that was made and lost meanwhile.
     *
     * @param lock its name
     * @param seen what was read
     * @param next what takes its place
     * @return resolved; null if another record was there, or if {@code next} has been written and its number does not count
     */
    @Nullable
    LockRecord write(String lock, Seen seen, LockRecord next);

    /**
     * As {@link LockStore#watch}.
     *
     * @param lock its name
     * @param freed called by a thread of the store; must not block
     * @return ends it
     */
    Watch watch(String lock, Runnable freed);

    /**
     * Whether those who watch are told at present.
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
