package io.distid.spring.boot;

/** A starter is on the class path of an application of another line of Spring Boot. Immutable. */
public final class WrongBootLineException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String action;

    WrongBootLineException(String message, String action) {
        super(message);
        this.action = action;
    }

    /** What can be done. */
    String action() {
        return action;
    }
}
