package io.distid;

/**
 * The root of everything that can go wrong with an id.
 *
 * <p>A message says what happened, with the figures, and what the operator can do. No message holds a secret. It and its subtypes are immutable,
 * except for what can be added to every {@link Throwable}.
 */
public abstract class IdException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** With a message: what happened, with the figures, and what the operator can do. */
    protected IdException(String message) {
        super(message);
    }

    /** The same with the error beneath. */
    protected IdException(String message, Throwable cause) {
        super(message, cause);
    }
}
