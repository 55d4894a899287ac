package io.distid;

/**
 * The reservation of a worker id ended without having been renewed, or it no longer counts, since the lease is lost.
 *
 * <p>Ids beyond it could be another holder's, so none is issued. Where the lease is only late, ids go on once it is renewed;
 * where it is lost, open a new generator. The same of the lease of a lock (module id-coordination): where it is lost, others may have held
 * the lock meanwhile. Immutable.
 */
public final class LeaseLostException extends IdException {
    private static final long serialVersionUID = 1L;

    /**
     * With a message only.
     *
     * @param message what happened, with the figures, and what the operator can do
     */
    public LeaseLostException(String message) {
        super(message);
    }

    /**
     * With the error beneath.
     *
     * @param message what happened, with the figures, and what the operator can do
     * @param cause the error beneath
     */
    public LeaseLostException(String message, Throwable cause) {
        super(message, cause);
    }
}
