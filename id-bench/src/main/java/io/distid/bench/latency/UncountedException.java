package io.distid.bench.latency;

import org.jspecify.annotations.Nullable;

/** A server does not report its count of requests. Round trips are then not counted, but the subject does not fail. */
final class UncountedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    UncountedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
