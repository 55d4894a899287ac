package io.distid;

/**
 * A store could not be reached in time, or refused what was asked.
 *
 * <p>Ids go on by themselves once it answers; no restart is needed. Immutable.
 */
public final class BackendException extends IdException {
    private static final long serialVersionUID = 1L;

    /**
     * With a message only.
     *
     * @param message what happened, with the figures, and what the operator can do
     */
    public BackendException(String message) {
        super(message);
    }

    /**
     * With the error beneath.
     *
     * @param message what happened, with the figures, and what the operator can do
     * @param cause the error beneath
     */
    public BackendException(String message, Throwable cause) {
        super(message, cause);
    }
}
