package io.distid;

/**
 * A store did not answer in time, or refused the request.
 *
 * <p>Now: Ids of a reservation or a segment in hand are still issued. All others go on by themselves once the store
 * answers, without a restart. An opening that failed is not tried again.
 *
 * <p>To do: Bring the store back, or correct what it refuses, such as a password or a clock. If an opening failed, open
 * again.
 *
 * <p>Immutable.
 */
public final class BackendException extends IdException {
    private static final long serialVersionUID = 1L;

    /** With a message: what happened, with the figures, and what the operator can do. */
    public BackendException(String message) {
        super(message);
    }

    /** The same with the error beneath. */
    public BackendException(String message, Throwable cause) {
        super(message, cause);
    }
}
