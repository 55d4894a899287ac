package io.distid.testservers.process;

import org.jspecify.annotations.Nullable;

/**
 * No such server can be had on this machine. The message says why.
 *
 * <p>Now: The test is skipped, or fails where {@code distid.servers.required} is set.
 *
 * <p>To do: Install what the message names, or name the address of a server.
 *
 * <p>Immutable.
 */
public final class ServerUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Creates one with the reason. */
    public ServerUnavailableException(String message) {
        super(message);
    }

    /** Creates one with the reason, and what was thrown underneath. */
    public ServerUnavailableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
