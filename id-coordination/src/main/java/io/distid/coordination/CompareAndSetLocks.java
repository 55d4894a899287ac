package io.distid.coordination;

import io.distid.BackendException;
import io.distid.coordination.LockRecords.Seen;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * For implementers of {@link LockRecords}: locks in a store that has no step of its own for them. A lock's record is changed by a read, then a write
 * that names what was read. Safe for use by any number of threads.
 */
public final class CompareAndSetLocks implements LockStore {
    /*
     * One holder. A grant replaces a record that is free, the caller's own, or over by the store's clock. Several may read that record, but only one
     * write succeeds. In the record, a lease begins at a time of the store that was read after the holder asked. The holder counts the lease from
     * before it asked. So the lease ends first for the holder, unless a clock of the store was set or two of its servers differ.
     *
     * Numbers. A new number is above the number in the record, above all numbers that this process was granted, and not below the store's time. So it
     * grows while the record is kept, whatever the clock does. If the record was lost, or the store went back, it grows once the clock is beyond the
     * last grant.
     *
     * Lost answers. Each attempt writes a token of its own. A caller that finds its own token repeats a request: a grant gets a new number, an
     * extension is written again, and a release gets the same answer. A write that was carried out and does not count is found in the same way.
     *
     * Copies of a process. Both copies have one token. The first copy to extend replaces it, so the second is refused.
     *
     * A clock that was set back. A lease that begins in the future would hold the lock for that long, so it begins now.
     */
    private static final int ATTEMPTS = 64;

    private final LockRecords records;
    /** The greatest number that was granted here, of any lock. */
    private final AtomicLong greatest = new AtomicLong();

    /** Locks in these records, which are closed with the locks. */
    public CompareAndSetLocks(LockRecords records) {
        this.records = records;
    }

    @Override
    public Answer take(String lock, String process, List<String> tokens, String token, Duration lease) {
        return retried(lock, () -> {
            Seen seen = records.glance(lock);
            if (isHeldByOthers(seen.record(), tokens) && seen.earliest() == Seen.UNTIMED) {
                seen = records.look(lock);
            }
            LockRecord last = seen.record();
            if (isHeldByOthers(last, tokens) && last.from() + last.lease() > seen.earliest()) {
                LockRecord marked = last.askedForBy(process, seen.latest());
                if (!marked.equals(last)) {
                    // If the record changes before the write, the waiter's next attempt sets the mark.
                    records.write(lock, seen, marked);
                }
                return new Held(Duration.ofMillis(marked.from() + marked.lease() - seen.earliest()));
            }
            long fence = last == null ? 0 : last.fence();
            long freed = last == null ? 0 : last.isFree() ? fence : last.isOf(0, tokens) ? last.freed() : 0;
            long above = Math.max(fence, greatest.get());
            LockRecord written = records.write(
                    lock,
                    seen,
                    new LockRecord(true, above, LockRecord.UNRESOLVED, lease.toMillis(), token, process, false, freed));
            if (written == null) {
                return null;
            }
            greatest.accumulateAndGet(written.fence(), Math::max);
            return new Granted(written.fence());
        });
    }

    private static boolean isHeldByOthers(@Nullable LockRecord record, List<String> tokens) {
        return record != null && !record.isFree() && !tokens.contains(record.token());
    }

    @Override
    public boolean extend(String lock, long fence, List<String> tokens, String token, Duration lease) {
        return retried(lock, () -> {
            Seen seen = readAsHolder(lock, fence, tokens);
            LockRecord last = seen.record();
            if (last == null || last.isFree() || !last.isOf(fence, tokens)) {
                return false;
            }
            return records.write(lock, seen, last.extended(lease.toMillis(), token)) == null ? null : true;
        });
    }

    @Override
    public Released release(String lock, long fence, List<String> tokens) {
        return retried(lock, () -> {
            Seen seen = readAsHolder(lock, fence, tokens);
            LockRecord last = seen.record();
            if (last == null || !last.isOf(fence, tokens)) {
                // The lock was freed before and granted to somebody since: the answer to the first release was lost.
                return last != null && fence != 0 && last.freed() == fence ? Released.FREED : Released.LOST;
            }
            if (!last.isFree() && records.write(lock, seen, last.released()) == null) {
                return null;
            }
            return last.wanted() ? Released.FREED_AND_WANTED : Released.FREED;
        });
    }

    /** A glance may show the record of the holder before, so then the newest record is read. */
    private Seen readAsHolder(String lock, long fence, List<String> tokens) {
        Seen seen = records.glance(lock);
        LockRecord record = seen.record();
        return record != null && record.isOf(fence, tokens) ? seen : records.look(lock);
    }

    /** Repeats a step while others change the record between its read and its write. */
    private <T> T retried(String lock, Supplier<@Nullable T> step) {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            T done = step.get();
            if (done != null) {
                return done;
            }
        }
        throw new BackendException("the record of lock " + lock + " of " + this + " was changed by others at each of "
                + ATTEMPTS + " attempts; try again");
    }

    @Override
    public Watch watch(String lock, Runnable freed) {
        return records.watch(lock, freed);
    }

    /** Waiters ask beside events, too, since events can be lost. */
    @Override
    public Duration pollInterval() {
        return Duration.ofMillis(records.isWatching() ? 1_000 : 50);
    }

    @Override
    public Duration handOver() {
        return Duration.ofMillis(records.isWatching() ? 10 : 50);
    }

    @Override
    public void close() {
        records.close();
    }

    @Override
    public String toString() {
        return records.toString();
    }
}
