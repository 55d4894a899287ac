package io.distid.bench.jvm;

import io.distid.IdException;
import org.jspecify.annotations.Nullable;

/** Why something failed, in words for a reader. Stateless: safe for use by any number of threads. */
public final class FailureReason {
    private FailureReason() {}

    /**
     * Finds the reason of a failure, also if JMH has wrapped it several times. An error of distid says what was tried
     * and where; its causes do not.
     */
    public static String of(Throwable thrown) {
        Throwable innermost = thrown;
        for (Throwable next = thrown; next != null; next = cause(next)) {
            if ((next instanceof IdException || next instanceof IllegalStateException) && next.getMessage() != null) {
                return text(next.getMessage());
            }
            innermost = next;
        }
        return text(innermost.toString());
    }

    private static @Nullable Throwable cause(Throwable thrown) {
        if (thrown.getCause() != null) {
            return thrown.getCause();
        }
        return thrown.getSuppressed().length > 0 ? thrown.getSuppressed()[0] : null;
    }

    private static String text(String message) {
        return LabSecrets.hide(message).replaceAll("\\s+", " ");
    }
}
