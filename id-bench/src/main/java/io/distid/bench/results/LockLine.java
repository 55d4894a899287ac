package io.distid.bench.results;

import org.jspecify.annotations.Nullable;

/**
 * What was measured of a lock, ours or a peer's. Immutable.
 *
 * @param name what the report calls it
 * @param origin whose code it is
 * @param server product, version and origin of its server, or null if it was not had
 * @param status how it went
 * @param reason why it was skipped or failed, or null
 * @param alone locks and unlocks a second of one thread that has no rival, or null if they were not measured
 * @param contended the same of all threads of all processes that want one lock, or null
 * @param processes how many wanted it
 * @param threads of each of them
 * @param numbered whether each grant has a number, which were then compared with all others, and the order in which they came; or null if
 *     that was not found out
 * @param leaseMillis after how long of its silence a holder was given up, in the measurement of a crash
 * @param afterCrash from the end of a holder's process to the grant to another process that waits for it, in milliseconds, or null
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

    /**
     * The same with the rate of one thread.
     *
     * @param rate locks and unlocks a second
     * @param hasNumbers whether each grant has a number
     * @return a copy
     */
    public LockLine withAlone(double rate, boolean hasNumbers) {
        return with(status, reason, rate, contended, hasNumbers, afterCrash);
    }

    /** The same with the rate of all threads of all processes; {@code rate}: locks and unlocks a second. */
    public LockLine withContended(double rate) {
        return with(status, reason, alone, rate, numbered, afterCrash);
    }

    /** The same with the time after a crash; {@code millis}: until another process was granted it. */
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
