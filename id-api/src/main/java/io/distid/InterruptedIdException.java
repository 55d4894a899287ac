package io.distid;

/**
 * The thread was interrupted while it waited for an id, a worker id or a store.
 *
 * <p>Now: No id was issued, and the interrupt status of the thread is set again.
 *
 * <p>To do: Let the task end, as after any interrupt. If nobody should have interrupted it, find who did.
 *
 * <p>Immutable.
 */
public final class InterruptedIdException extends IdException {
    private static final long serialVersionUID = 1L;

    /** With a message: what was waited for. */
    public InterruptedIdException(String message) {
        super(message);
    }

    /** The same with the error beneath. */
    public InterruptedIdException(String message, Throwable cause) {
        super(message, cause);
    }
}
