package io.distid.spi;

import java.util.Objects;

/** A value that must not be printed: its {@link #toString()} shows nothing of it. Immutable. */
public final class Secret {
    private final String value;

    /** Wraps a value. */
    public Secret(String value) {
        this.value = Objects.requireNonNull(value, "value");
    }

    /** The secret itself, for the one call that needs it. */
    public String reveal() {
        return value;
    }

    /** Three asterisks. */
    @Override
    public String toString() {
        return "***";
    }
}
