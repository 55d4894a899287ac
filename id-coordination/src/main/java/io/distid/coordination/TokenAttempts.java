package io.distid.coordination;

import io.distid.internal.lease.LeaseToken;
import io.distid.internal.process.CopyDetector;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The attempts that tell a store which caller used a token. Safe for use by any number of threads.
 *
 * <p>An attempt without an answer may have been carried out, and then the store accepts no other attempt. So the attempt is kept. The next caller in
 * this process with the same use sends it again and gets its answer. The first attempt of each use is kept, for the {@value #MOST} uses that were
 * asked for last. If it is not kept, no caller is accepted.
 *
 * <p>Two copies of a process must not ask with one attempt. Once the process is known to have been copied, the attempts kept before are dropped. The
 * clocks may reveal an unnoticed copy, such as a resumed snapshot of a machine. So an attempt is dropped, too, if they {@linkplain
 * LeaseClock.Moment#drifted drifted apart} since it was first sent. Each new attempt also contains a time, which differs between two copies.
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
    /** The prefix of a process's attempts, until it is copied. */
    private record Process(String start, int copies) {}

    /**
     * What is asked. Only the next consume gets the answer of a consume that was carried out. A begin in its place would find the token done, and
     * nobody would be accepted.
     */
    enum Kind {
        CONSUME,
        BEGIN
    }

    /**
     * A requested use.
     *
     * @param kind what is asked
     * @param key the token's hash
     * @param request the request's hash
     */
    record Asked(Kind kind, String key, String request) {}

    /**
     * An attempt.
     *
     * @param name its name in the store
     * @param copies how often the process was known to be copied before
     * @param first a moment before the store was first asked with it
     */
    record Attempt(String name, int copies, LeaseClock.Moment first) {}

    TokenAttempts(CopyDetector copies, LeaseClock clock) {
        this.copies = copies;
        this.clock = clock;
        this.process = new Process(LeaseToken.draw(), copies.checkpoints());
    }

    /** The attempt for a use: a kept one without an answer, now this caller's alone, or else a new one. */
    Attempt of(Asked asked) {
        Process current = current();
        Attempt kept = take(asked);
        return kept != null ? kept : fresh(current);
    }

    /** A new attempt. */
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

    /** The name of a new attempt. */
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

    /** Keeps an attempt without an answer for the next caller with the same use. */
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
