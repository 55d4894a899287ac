package io.distid.coordination;

import io.distid.worker.LeaseToken;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The attempts by which a store knows who used a token. Safe for use by any number of threads.
 *
 * <p>An attempt that was not answered may have been carried out, and then no other one is accepted. So it is kept, and whoever asks next in
 * this process with that token and request asks with it, and is answered in its place: exactly one caller is. Of the {@value #MOST} that were kept last;
 * what is forgotten is accepted from nobody.
 *
 * <p>Two copies of a process must not ask with one attempt. What was kept before the process is known to have been copied is dropped; and each
 * attempt has a time in it, by which two copies differ of which nobody knows.
 */
final class TokenAttempts {
    private static final int MOST = 10_000;
    private static final int RADIX = 36;

    private final ProcessCopies copies;
    private final AtomicLong count = new AtomicLong();
    private volatile Process process;

    private final Map<String, String> unanswered = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
            return size() > MOST;
        }
    };
    /** Read without the monitor: most often there is nothing to look for. */
    private volatile boolean some;

    /** What the attempts of a process begin with, until it is copied. */
    private record Process(String start, int copies) {}

    TokenAttempts(ProcessCopies copies) {
        this.copies = copies;
        this.process = new Process(LeaseToken.draw(), copies.count());
    }

    /** The attempt of a request to use a token: a new one, or one of that request that was not answered, then this caller's alone. */
    String of(String key, String request) {
        Process current = current();
        if (some) {
            String kept = take(key + request);
            if (kept != null) {
                return kept;
            }
        }
        return next(current);
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
        return current.copies == copies.count() ? current : afterCopy();
    }

    /** Keeps an attempt that was not answered, for whoever asks next for the same. */
    synchronized void unanswered(TokenStore.Use use) {
        if (use.attempt().startsWith(process.start)) {
            unanswered.put(use.key() + use.request(), use.attempt());
            some = true;
        }
    }

    private synchronized @Nullable String take(String use) {
        String kept = unanswered.remove(use);
        some = !unanswered.isEmpty();
        return kept;
    }

    private synchronized Process afterCopy() {
        int now = copies.count();
        if (process.copies != now) {
            unanswered.clear();
            some = false;
            process = new Process(LeaseToken.draw(), now);
        }
        return process;
    }
}
