package io.distid;

/**
 * No id is left: the format's time, a table's column or a store's range is used up.
 *
 * <p>Waiting does not help; the message says what ended and what can be widened. Immutable.
 */
public final class IdsExhaustedException extends IdException {
    private static final long serialVersionUID = 1L;

    /**
     * With a message only.
     *
     * @param message what happened, with the figures, and what the operator can do
     */
    public IdsExhaustedException(String message) {
        super(message);
    }

    /**
     * With the error beneath.
     *
     * @param message what happened, with the figures, and what the operator can do
     * @param cause the error beneath
     */
    public IdsExhaustedException(String message, Throwable cause) {
        super(message, cause);
    }
}
