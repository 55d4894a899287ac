package io.distid.spring.boot;

/**
 * A starter is on the class path of an application of another line of Spring Boot.
 *
 * <p>Now: The application does not start.
 *
 * <p>To do: Do what the report of the failed start says: take the other starter, or another version of distid.
 *
 * <p>Immutable.
 */
public final class WrongBootLineException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String action;

    WrongBootLineException(String message, String action) {
        super(message);
        this.action = action;
    }

    /** The advice for the developer. */
    String action() {
        return action;
    }
}
