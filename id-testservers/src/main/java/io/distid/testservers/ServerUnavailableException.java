package io.distid.testservers;

import org.jspecify.annotations.Nullable;

/** No such server can be had on this machine; the message says why. Immutable. */
public final class ServerUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates one without a cause.
     *
     * @param message the reason
     */
    public ServerUnavailableException(String message) {
        super(message);
    }

    /**
     * Creates one with a cause.
     *
     * @param message the reason
     * @param cause what was thrown underneath
     */
    public ServerUnavailableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
