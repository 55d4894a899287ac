package io.distid;

/**
 * The thread was interrupted while it waited for an id, for a worker id, or for a store. Its interrupt status is set again, and no
 * id was issued. Immutable.
 */
public final class InterruptedIdException extends IdException {
    private static final long serialVersionUID = 1L;

    /**
     * With a message only.
     *
     * @param message what was waited for
     */
    public InterruptedIdException(String message) {
        super(message);
    }

    /**
     * With the error beneath.
     *
     * @param message what was waited for
     * @param cause the error beneath
     */
    public InterruptedIdException(String message, Throwable cause) {
        super(message, cause);
    }
}
