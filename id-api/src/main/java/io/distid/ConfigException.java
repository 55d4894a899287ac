package io.distid;

/**
 * A setting is unknown, missing, malformed or out of range, or the tag or counter that it names does not exist.
 *
 * <p>Now: No generator is opened, or no id is issued. The message names the key, the value and what is allowed, and never a
 * secret.
 *
 * <p>To do: Correct the setting that the message names, or create the tag or counter.
 *
 * <p>Immutable.
 */
public final class ConfigException extends IdException {
    private static final long serialVersionUID = 1L;

    /** With a message: what happened, with the figures, and what the operator can do. */
    public ConfigException(String message) {
        super(message);
    }

    /** The same with the error beneath. */
    public ConfigException(String message, Throwable cause) {
        super(message, cause);
    }
}
