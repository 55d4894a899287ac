package io.distid;

/**
 * A store offered what it had granted before: it was restored from a backup, changed by hand, or failed over to a replica
 * that lagged.
 *
 * <p>Now: No id is issued, and no lock is granted, since a number could repeat. A generator with a worker id stays stopped.
 * A counter or a tag goes on once it is set forward.
 *
 * <p>To do: Set a counter or a tag forward as the message says, above every id in use. For a worker id, stop all holders of
 * the namespace, wait until their reservations are over, and start them again.
 *
 * <p>Immutable.
 */
public final class StoreRegressedException extends IdException {
    private static final long serialVersionUID = 1L;

    /** With a message: what happened, with the figures, and what the operator can do. */
    public StoreRegressedException(String message) {
        super(message);
    }

    /** The same with the error beneath. */
    public StoreRegressedException(String message, Throwable cause) {
        super(message, cause);
    }
}
