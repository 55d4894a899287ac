package io.distid;

/**
 * The reservation of a worker id ended before it was renewed, or the lease of a worker id, a lock or a token is lost.
 *
 * <p>Now: No id is issued, since another node may have the worker id. If the lease is only late, ids go on by themselves
 * once it is renewed. If it is lost, this generator issues no more ids.
 *
 * <p>To do: If {@code stats().lease()} does not say lost, bring the store back. If it does, find out who has the worker id,
 * then open a new generator. Work done under a lost lock or token must have carried its number.
 *
 * <p>Immutable.
 */
public final class LeaseLostException extends IdException {
    private static final long serialVersionUID = 1L;

    /** With a message: what happened, with the figures, and what the operator can do. */
    public LeaseLostException(String message) {
        super(message);
    }

    /** The same with the error beneath. */
    public LeaseLostException(String message, Throwable cause) {
        super(message, cause);
    }
}
