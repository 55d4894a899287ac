package io.distid;

/**
 * A key is unknown, missing, malformed or out of range.
 *
 * <p>The message names the key, the value that was given (never a secret's) and what is allowed. Immutable.
 */
public final class ConfigException extends IdException {
    private static final long serialVersionUID = 1L;

    /**
     * With a message only.
     *
     * @param message what happened, with the figures, and what the operator can do
     */
    public ConfigException(String message) {
        super(message);
    }

    /**
     * With the error beneath.
     *
     * @param message what happened, with the figures, and what the operator can do
     * @param cause the error beneath
     */
    public ConfigException(String message, Throwable cause) {
        super(message, cause);
    }
}
