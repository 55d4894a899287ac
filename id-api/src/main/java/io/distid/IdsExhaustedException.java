package io.distid;

/**
 * No id is left: the format's time, a table's column, a store's range, the numbers of a period or all worker ids are used up.
 *
 * <p>The message says what ended, and what helps: to widen it, or, of a period's numbers and of worker ids, to wait until the next period begins or a
 * reservation ends. Immutable.
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
