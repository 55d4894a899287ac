package io.distid.bench.throughput;

import io.distid.IdException;
import io.distid.spi.Secret;

/** What a benchmark threw, as a reader is to be told. */
public final class JmhFailure {
    private JmhFailure() {}

    /**
     * Finds what happened: JMH wraps it several times, and says of itself only that there was an exception. An error of ours tells
     * what was tried and where, its causes do not.
     *
     * @param thrown by JMH
     * @return the message, without secrets
     */
    public static String reason(Throwable thrown) {
        Throwable inner = thrown;
        while (true) {
            if (inner instanceof IdException) {
                return Secret.redact(inner.getMessage());
            }
            Throwable next = inner.getCause() != null
                    ? inner.getCause()
                    : inner.getSuppressed().length > 0 ? inner.getSuppressed()[0] : null;
            if (next == null) {
                return Secret.redact(String.valueOf(inner.getMessage() != null ? inner.getMessage() : inner));
            }
            inner = next;
        }
    }
}
