package io.distid.etcd;

import io.distid.BackendException;
import io.distid.coordination.FreedLocks;
import io.distid.coordination.LockStore;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Locks in etcd: two keys for each, the record with the number, and one that ends with a lease of etcd and tells that the lock is held. Both are
 * moved by transactions that name the record which was read.
 *
 * <p>etcd's lease is counted by its leader's monotonic clock, in whole seconds and not below a minimum (2 s by default). So a lock whose holder is gone is
 * granted to the next one later than its lease ends, and never earlier, whatever the clocks of the day show.
 *
 * <p>A number is greater than the one in the record and than those that this process was granted. It is not below the server's time in µs,
 * which etcd tells in whole seconds, plus etcd's whole revision. So it grows whatever the clock does while the record is kept. Where the
 * record was removed, it grows with each write to etcd. Where etcd was restored, it grows once a µs has passed for each write that was lost.
 * The revision alone would fall then. Time and revision are those of a look at the record; where that was missing, of one after which etcd was
 * not written to until the grant.
 */
final class EtcdLockStore implements LockStore {
    private static final int ATTEMPTS = 500;

    /** Until a waiter that is told has asked again. */
    private static final Duration HAND_OVER = Duration.ofMillis(10);
    /** How often waiters ask while nobody tells them, and while somebody does: events can be lost. */
    private static final Duration POLL = Duration.ofMillis(50);

    private static final Duration POLL_BESIDE_EVENTS = Duration.ofSeconds(1);

    private final Etcd etcd;
    private final String prefix;
    private final LockKeep keep;
    private final SpareLeases leases;
    private final FreedLocks events;
    /** The greatest number that was granted here, of any lock. */
    private final AtomicLong greatest = new AtomicLong();

    EtcdLockStore(Etcd etcd, String prefix, Duration keep, SpareLeases leases, FreedLocks events) {
        this.etcd = etcd;
        this.prefix = prefix;
        this.keep = new LockKeep(etcd, prefix + "/keep", keep);
        this.leases = leases;
        this.events = events;
    }

    /**
     * Both keys of a lock, as they stood together.
     *
     * @param entry the record's, null if there is none
     * @param held the other, null if the lock is free
     */
    private record Look(
            Etcd.@Nullable Entry entry,
            @Nullable EtcdLockRecord record,
            Etcd.@Nullable Entry held,
            Etcd.Outcome outcome) {
        long lease() {
            return held == null ? 0 : held.lease();
        }
    }

    /** What became of a write. */
    private enum Written {
        /** By the transaction that was answered. */
        NOW,
        /** By an earlier one, perhaps another thread's: a lease that it set free may be in use again. */
        BEFORE,
        /** The record was missing, and between the look and the transaction that made it etcd was written to: perhaps it was made and lost. */
        MADE_LATE,
        NOT
    }

    @Override
    public Answer take(String lock, String process, List<String> tokens, String token, Duration lease) {
        SpareLeases.Since since = leases.now();
        long granted = 0;
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            Look look = look(lock);
            EtcdLockRecord last = look.record;
            if (look.held != null && last == null && !tokens.contains(look.held.value())) {
                // The record was lost: nobody extends that grant any more, and the key ends with its lease.
                leases.give(granted, seconds(lease), since);
                return new Held(POLL);
            }
            if (look.held != null && last != null && !tokens.contains(last.token())) {
                if (!last.process().equals(process)
                        && !last.wanted()
                        && write(lock, look, last.asWanted(), 0, false) == Written.NOT) {
                    continue;
                }
                leases.give(granted, seconds(lease), since);
                return new Held(Duration.ofSeconds(seconds(Duration.ofMillis(last.leaseMillis()))));
            }
            if (granted == 0) {
                granted = leases.take(seconds(lease));
            }
            long above = last == null ? 0 : last.fence();
            long byTime = look.outcome.serverMillis() * 1_000 + look.outcome.revision();
            long fence = Math.max(Math.max(above, greatest.get()) + 1, byTime);
            EtcdLockRecord next = new EtcdLockRecord(
                    fence, false, lease.toMillis(), false, last != null && last.free() ? above : 0, token, process);
            Written written = write(lock, look, next, granted, true);
            // One that is made late is the caller's, but its number is by an old look: another one is written above it.
            if (written == Written.NOW || written == Written.BEFORE) {
                greatest.accumulateAndGet(fence, Math::max);
                return new Granted(fence);
            }
        }
        throw busy(lock);
    }

    @Override
    public boolean extend(String lock, long fence, List<String> tokens, String token, Duration lease) {
        SpareLeases.Since since = leases.now();
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            Look look = look(lock);
            EtcdLockRecord last = look.record;
            if (last == null || last.free() || !last.isOf(fence, tokens)) {
                return false;
            }
            boolean same = last.leaseMillis() == lease.toMillis() && look.held != null && etcd.keepAlive(look.lease());
            long extended = same ? look.lease() : leases.take(seconds(lease));
            Written written = write(lock, look, last.extended(token, lease.toMillis()), extended, true);
            if (written != Written.NOT) {
                if (!same && written == Written.NOW) {
                    leases.give(look.lease(), seconds(Duration.ofMillis(last.leaseMillis())), since);
                }
                return true;
            }
        }
        throw busy(lock);
    }

    @Override
    public Released release(String lock, long fence, List<String> tokens) {
        SpareLeases.Since since = leases.now();
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            Look look = look(lock);
            EtcdLockRecord last = look.record;
            if (last == null || !last.isOf(fence, tokens)) {
                // Freed before, and granted to somebody since: the answer to that was lost.
                return last != null && fence != 0 && last.freed() == fence ? Released.FREED : Released.LOST;
            }
            Written written = last.free() ? Written.BEFORE : write(lock, look, last.asFree(), 0, true);
            if (written == Written.NOW) {
                leases.give(look.lease(), seconds(Duration.ofMillis(last.leaseMillis())), since);
            }
            if (written != Written.NOT) {
                return last.wanted() ? Released.FREED_AND_WANTED : Released.FREED;
            }
        }
        throw busy(lock);
    }

    private Look look(String lock) {
        Etcd.Outcome outcome = etcd.commit(new Transaction().read(record(lock), held(lock)));
        Etcd.Entry entry = null;
        Etcd.Entry held = null;
        for (Etcd.Entry found : outcome.found()) {
            if (found.key().equals(held(lock))) {
                held = found;
            } else {
                entry = found;
            }
        }
        return new Look(entry, entry == null ? null : EtcdLockRecord.parse(entry), held, outcome);
    }

    /**
     * Writes the record, if both keys are as they were read, or this was done before and the answer to it was lost.
     *
     * @param lease with which the other key is to end; 0 if there is to be none
     * @param moves whether the other key is written or removed
     * @return {@link Written#NOT} if somebody has to look again
     */
    private Written write(String lock, Look look, EtcdLockRecord next, long lease, boolean moves) {
        Transaction transaction = new Transaction().orRead(record(lock));
        if (look.entry == null) {
            transaction.ifAbsent(record(lock));
        } else {
            transaction.ifUnchanged(look.entry);
        }
        if (look.held == null) {
            transaction.ifAbsent(held(lock));
        }
        if (moves && lease != 0) {
            transaction.put(held(lock), next.token(), lease);
        } else if (moves) {
            transaction.delete(held(lock));
        }
        long kept = keep.lease();
        try {
            Etcd.Outcome outcome = etcd.commit(transaction.put(record(lock), next.text(), kept));
            boolean before =
                    outcome.found().stream().anyMatch(found -> found.value().equals(next.text()));
            if (!outcome.succeeded() && !before) {
                return Written.NOT;
            }
            boolean follows = outcome.succeeded() && outcome.revision() == look.outcome.revision() + 1;
            if (look.entry == null && !follows) {
                return Written.MADE_LATE;
            }
            return outcome.succeeded() ? Written.NOW : Written.BEFORE;
        } catch (LeaseOverException e) {
            if (lease != 0 && !etcd.keepAlive(lease)) {
                throw new BackendException(
                        this + " was asked for lock " + lock + ", and the lease ended before the answer came", e);
            }
            keep.replace(kept);
            return Written.NOT;
        }
    }

    @Override
    public Watch watch(String lock, Runnable freed) {
        return events.watch(held(lock), freed);
    }

    @Override
    public Duration pollInterval() {
        return events.isListening() ? POLL_BESIDE_EVENTS : POLL;
    }

    @Override
    public Duration handOver() {
        return events.isListening() ? HAND_OVER : POLL;
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

    private String record(String lock) {
        return prefix + "/record/" + lock;
    }

    private String held(String lock) {
        return prefix + "/held/" + lock;
    }

    private BackendException busy(String lock) {
        return new BackendException("the record of lock " + lock + " of " + this + " was changed by others at each of "
                + ATTEMPTS + " attempts; try again");
    }

    private static long seconds(Duration lease) {
        return lease.plusMillis(999).toSeconds();
    }
}
