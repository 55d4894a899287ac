package io.distid.etcd;

import io.distid.coordination.LockRecord;
import io.distid.coordination.LockRecords;
import io.distid.coordination.LockStore.Watch;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Records of locks in etcd, with a key for each. A write is a transaction that succeeds only if the value and the revision are as they were
 * read. Records end with a lease of etcd, at least {@code keep} after their last write. Safe for use by any number of threads.
 *
 * <p>A number is at least the server's time in µs, which etcd reports in whole seconds, plus etcd's revision. So without the record,
 * numbers grow with each write to etcd. If etcd was restored, they grow once a µs has passed for each lost write; the revision alone
 * would fall. Both figures are those of the read. So the number of a first record counts only if nothing was written since.
 */
final class EtcdLockRecords implements LockRecords {
    /** The time is etcd's header {@code Date}, which is rounded down to the second. */
    private static final long ROUNDED_MILLIS = 1_000;
    /** How far the clocks of members may differ; a greater difference means that a clock was set. */
    private static final long SKEW_MILLIS = 5_000;

    private final Etcd etcd;
    private final String prefix;
    private final Duration keep;
    private final LockEvents events;
    private volatile @Nullable Kept kept;

    EtcdLockRecords(Etcd etcd, String prefix, Duration keep, LockEvents events) {
        this.etcd = etcd;
        this.prefix = prefix;
        this.keep = keep;
        this.events = events;
    }

    /** A lease of etcd with twice the life of a record, and its beginning by etcd's clock. */
    private record Kept(long lease, long millis) {}

    @Override
    public Seen look(String lock) {
        Etcd.Outcome outcome = etcd.commit(new Transaction().read(prefix + lock));
        Etcd.Entry entry = outcome.found().stream().findFirst().orElse(null);
        LockRecord record =
                entry == null ? null : LockRecord.parse("key " + entry.key() + " of " + this, entry.value());
        long now = outcome.serverMillis();
        return new Seen(record, now, now + ROUNDED_MILLIS + SKEW_MILLIS, outcome);
    }

    @Override
    public @Nullable LockRecord write(String lock, Seen seen, LockRecord next) {
        String key = prefix + lock;
        Etcd.Outcome read = (Etcd.Outcome) Objects.requireNonNull(seen.version());
        Etcd.Entry last = read.found().stream().findFirst().orElse(null);
        LockRecord written =
                next.at(read.serverMillis() + ROUNDED_MILLIS, read.serverMillis() * 1_000 + read.revision());
        Transaction transaction = new Transaction().orRead(key);
        if (last == null) {
            // Otherwise two processes with the same endpoints could take one lock in two clusters.
            etcd.requireMajority("key " + key);
            transaction.ifAbsent(key);
        } else {
            transaction.ifUnchanged(last);
        }
        Etcd.Outcome outcome;
        try {
            outcome = etcd.commit(transaction.put(key, written.text(), lease(read.serverMillis())));
        } catch (LeaseOverException e) {
            kept = null;
            return null;
        }
        boolean isFirst = outcome.succeeded() && outcome.revision() == read.revision() + 1;
        boolean isNext = outcome.succeeded()
                || outcome.found().stream().anyMatch(found -> found.value().equals(written.text()));
        return (last == null ? isFirst : isNext) ? written : null;
    }

    private long lease(long millis) {
        Kept current = kept;
        if (current == null || millis - current.millis > keep.toMillis()) {
            // If two threads come here at once, each creates a lease.
            current = new Kept(etcd.grant(keep.multipliedBy(2).toSeconds()), millis);
            kept = current;
        }
        return current.lease;
    }

    @Override
    public Watch watch(String lock, Runnable freed) {
        return events.watch(prefix + lock, freed);
    }

    @Override
    public boolean isWatching() {
        return events.isListening();
    }

    @Override
    public void close() {
        events.close();
        etcd.close();
    }

    @Override
    public String toString() {
        return "etcd at " + etcd.where();
    }
}
