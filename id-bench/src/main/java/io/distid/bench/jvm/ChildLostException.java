package io.distid.bench.jvm;

/** A child JVM has ended or hangs, so that it answers nothing more. Immutable. */
public final class ChildLostException extends IllegalStateException {
    private static final long serialVersionUID = 1;

    ChildLostException(String message) {
        super(message);
    }
}
