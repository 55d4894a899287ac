package io.distid;

/**
 * The root of everything that can go wrong with an id.
 *
 * <p>A message says what happened, with the figures, and what the operator can do. No message holds a secret. Thrown itself
 * (not as one of its subclasses) when a thread is interrupted while it waits; the thread's interrupt status is then set.
 */
public class IdException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * With a message only.
     *
     * @param message what happened, with the figures, and what the operator can do
     */
    public IdException(String message) {
        super(message);
    }

    /**
     * With the error beneath.
     *
     * @param message what happened, with the figures, and what the operator can do
     * @param cause the error beneath
     */
    public IdException(String message, Throwable cause) {
        super(message, cause);
    }
}
