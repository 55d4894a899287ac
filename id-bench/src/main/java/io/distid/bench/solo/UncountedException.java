package io.distid.bench.solo;

/** A server that does not say how much it was asked: the subject that uses it is none the worse for it. */
final class UncountedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    UncountedException(String message) {
        super(message);
    }

    UncountedException(String message, Throwable cause) {
        super(message, cause);
    }
}
