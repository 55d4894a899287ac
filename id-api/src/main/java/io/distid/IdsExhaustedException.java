package io.distid;

/**
 * No id is left: the format's time, a table's column, a store's range, the numbers of a period or all worker ids are used
 * up.
 *
 * <p>Now: No id is issued, and the message says what is used up. The numbers of a period go on by themselves in the next
 * period.
 *
 * <p>To do: Widen what is used up. If all worker ids are held, stop a holder or wait for the end of its reservation, then
 * open again.
 *
 * <p>Immutable.
 */
public final class IdsExhaustedException extends IdException {
    private static final long serialVersionUID = 1L;

    /** With a message: what happened, with the figures, and what the operator can do. */
    public IdsExhaustedException(String message) {
        super(message);
    }

    /** The same with the error beneath. */
    public IdsExhaustedException(String message, Throwable cause) {
        super(message, cause);
    }
}
