package io.distid;

/**
 * The reservation of a worker id ended without having been renewed.
 *
 * <p>Ids beyond it could be another holder's, so none is issued. Where the lease is only late, ids go on once it is renewed; where another node holds it, open a new generator.
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
