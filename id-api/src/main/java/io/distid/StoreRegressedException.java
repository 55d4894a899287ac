package io.distid;

/**
 * A store offered what it had given out before.
 *
 * <p>It was restored from a backup, failed over to a replica that lagged, or changed by hand. Going on would repeat ids; the
 * message says how to move the store forward. Immutable.
 */
public final class StoreRegressedException extends IdException {
    private static final long serialVersionUID = 1L;

    /**
     * With a message only.
     *
     * @param message what happened, with the figures, and what the operator can do
     */
    public StoreRegressedException(String message) {
        super(message);
    }

    /**
     * With the error beneath.
     *
     * @param message what happened, with the figures, and what the operator can do
     * @param cause the error beneath
     */
    public StoreRegressedException(String message, Throwable cause) {
        super(message, cause);
    }
}
