package io.distid.coordination;

import io.distid.internal.lease.LeaseToken;
import io.distid.internal.process.CopyDetector;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The attempts that tell a store which caller used a token. Safe for use by any number of threads.
 *
 * <p>An attempt without an answer may have been carried out, and then the store accepts no other attempt. So the attempt is kept. The next caller in
 * this process with the same use sends it again and gets its answer. The first attempt of each use is kept, for the {@value #MOST} uses that were
 * asked for last. If it is not kept, no caller is accepted.
 *
 * <p>Two copies of a process must not ask with one attempt. Once the process is known to have been copied, the attempts kept before are not sent
 * again. The clocks may reveal an unnoticed copy, such as a resumed snapshot of a machine. So an attempt is dropped, too, if they {@linkplain
 * LeaseClock.Moment#drifted drifted apart} since it was first sent. The name of an attempt contains a time, which differs between two copies.
 */
final class TokenAttempts {
    private static final int MOST = 10_000;

    private final CopyDetector copies;
    private final LeaseClock clock;

    private final Map<Asked, Attempt> unanswered = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Asked, Attempt> eldest) {
            return size() > MOST;
        }
    };

    /**
     * What is asked. Only the next consume gets the answer of a consume that was carried out. A begin in its place would find the token done, and
     * nobody would be accepted.
     */
    enum Kind {
        CONSUME,
        BEGIN
    }

    /** A requested use. */
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
    }

    /** The attempt for a use: a kept one without an answer, now this caller's alone, or else a new one. */
    Attempt of(Asked asked) {
        Attempt kept;
        synchronized (this) {
            kept = unanswered.remove(asked);
        }
        return kept == null || isCopied(kept) ? fresh() : kept;
    }

    /** A new attempt. */
    Attempt fresh() {
        // Read before the name is drawn: a copy of the process that is made from here on has the same name.
        int before = copies.checkpoints();
        return new Attempt(LeaseToken.draw(), before, clock.now());
    }

    /** Whether two copies of this process may have asked with it. */
    boolean isCopied(Attempt attempt) {
        return attempt.copies != copies.checkpoints() || attempt.first.drifted(clock);
    }

    /** Keeps an attempt without an answer for the next caller with the same use. */
    synchronized void unanswered(Asked asked, Attempt attempt) {
        if (!isCopied(attempt)) {
            unanswered.putIfAbsent(asked, attempt);
        }
    }
}
