package io.distid.bench.results;

import org.jspecify.annotations.Nullable;

/**
 * The figures of a lock of distid or a peer. Immutable.
 *
 * @param alone locks and unlocks a second of one thread that has no rival, or null if they were not measured
 * @param contended the same of all threads of all processes that want one lock, or null
 * @param numbered whether each grant has a fence; all fences were then compared, also in their order; or null if
 *     unknown
 * @param leaseMillis the time after which a silent holder loses the lock, in the measurement of a crash
 * @param afterCrash from the kill of a holder's process to the grant to another process that waits for it, in milliseconds, or null
 */
public record LockLine(
        String name,
        Origin origin,
        @Nullable String server,
        Row.Status status,
        @Nullable String reason,
        @Nullable Double alone,
        @Nullable Double contended,
        int processes,
        int threads,
        @Nullable Boolean numbered,
        long leaseMillis,
        @Nullable Double afterCrash)
        implements SubjectLine<LockLine> {

    @Override
    public boolean hasFigures() {
        return alone != null || contended != null || afterCrash != null;
    }

    @Override
    public LockLine ended(Row.Status how, String why) {
        return status == Row.Status.failed ? this : with(how, why, alone, contended, numbered, afterCrash);
    }

    /** The same with the locks and unlocks a second of one thread, and whether each grant has a fence. */
    public LockLine withAlone(double rate, boolean hasNumbers) {
        return with(status, reason, rate, contended, hasNumbers, afterCrash);
    }

    /** The same with the locks and unlocks a second of all threads of all processes. */
    public LockLine withContended(double rate) {
        return with(status, reason, alone, rate, numbered, afterCrash);
    }

    /** The same with the milliseconds from a crash until another process was granted it. */
    public LockLine withAfterCrash(double millis) {
        return with(status, reason, alone, contended, numbered, millis);
    }

    private LockLine with(
            Row.Status how,
            @Nullable String why,
            @Nullable Double one,
            @Nullable Double all,
            @Nullable Boolean numbers,
            @Nullable Double crash) {
        return new LockLine(name, origin, server, how, why, one, all, processes, threads, numbers, leaseMillis, crash);
    }
}
