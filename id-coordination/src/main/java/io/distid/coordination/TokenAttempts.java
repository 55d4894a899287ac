package io.distid.coordination;

import io.distid.internal.lease.LeaseToken;
import io.distid.internal.process.CopyDetector;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The attempts by which a store knows who used a token. Safe for use by any number of threads.
 *
 * <p>An attempt that was not answered may have been carried out, and then no other one is accepted. So it is kept, and whoever asks next in
 * this process for the same use asks with it, and is answered in its place. Kept is the first of each use, of the {@value #MOST} uses that
 * were asked for last; what is not kept is accepted from nobody.
 *
 * <p>Two copies of a process must not ask with one attempt. What was kept before the process is known to have been copied is dropped. Of a copy
 * that nobody noticed, such as a snapshot of a machine that is resumed, the clocks may tell: an attempt is dropped, too, if they
 * {@linkplain LeaseClock.Moment#drifted drifted apart} since it was first asked with. And each new attempt has a time in it, by which two copies differ.
 */
final class TokenAttempts {
    private static final int MOST = 10_000;
    private static final int RADIX = 36;

    private final CopyDetector copies;
    private final LeaseClock clock;
    private final AtomicLong count = new AtomicLong();
    private volatile Process process;

    private final Map<Asked, Attempt> unanswered = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Asked, Attempt> eldest) {
            return size() > MOST;
        }
    };
    /** What the attempts of a process begin with, until it is copied. */
    private record Process(String start, int copies) {}

    /** What is asked. A consume that was carried out is told to the next consume alone: a begin that asked in its place would learn that the token is done, and nobody would be accepted. */
    enum Kind {
        CONSUME,
        BEGIN
    }

    /**
     * A use that is asked for.
     *
     * @param kind what is asked
     * @param key the token's hash
     * @param request the request's
     */
    record Asked(Kind kind, String key, String request) {}

    /**
     * An attempt.
     *
     * @param name as the store is told it
     * @param copies how often the process was known to be copied before
     * @param first before the store was first asked with it
     */
    record Attempt(String name, int copies, LeaseClock.Moment first) {}

    TokenAttempts(CopyDetector copies, LeaseClock clock) {
        this.copies = copies;
        this.clock = clock;
        this.process = new Process(LeaseToken.draw(), copies.checkpoints());
    }

    /** The attempt at a use: a new one, or one at the same use that was not answered, then this caller's alone. */
    Attempt of(Asked asked) {
        Process current = current();
        Attempt kept = take(asked);
        return kept != null ? kept : fresh(current);
    }

    /** One that nobody had before. */
    Attempt fresh() {
        return fresh(current());
    }

    private Attempt fresh(Process current) {
        return new Attempt(next(current), current.copies, clock.now());
    }

    /** Whether two copies of this process may have asked with it. */
    boolean isCopied(Attempt attempt) {
        return attempt.copies != copies.checkpoints() || attempt.first.drifted(clock);
    }

    /** An attempt that nobody had before. */
    String next() {
        return next(current());
    }

    private String next(Process current) {
        return current.start + "-" + Long.toString(count.incrementAndGet(), RADIX) + "-"
                + Long.toString(System.nanoTime() & Long.MAX_VALUE, RADIX);
    }

    private Process current() {
        Process current = process;
        return current.copies == copies.checkpoints() ? current : afterCopy();
    }

    /** Keeps an attempt that was not answered, for whoever asks next for the same. */
    synchronized void unanswered(Asked asked, Attempt attempt) {
        if (!isCopied(attempt)) {
            unanswered.putIfAbsent(asked, attempt);
        }
    }

    private synchronized @Nullable Attempt take(Asked asked) {
        Attempt kept = unanswered.remove(asked);
        return kept == null || isCopied(kept) ? null : kept;
    }

    private synchronized Process afterCopy() {
        int now = copies.checkpoints();
        if (process.copies != now) {
            unanswered.clear();
            process = new Process(LeaseToken.draw(), now);
        }
        return process;
    }
}
