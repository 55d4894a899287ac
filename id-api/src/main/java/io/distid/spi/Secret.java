package io.distid.spi;

import java.util.Objects;

/** A value that must not be printed: its {@link #toString()} shows nothing of it. Immutable. */
public final class Secret {
    private final String value;

    /**
     * Wraps a value.
     *
     * @param value the secret itself
     */
    public Secret(String value) {
        this.value = Objects.requireNonNull(value, "value");
    }

    /**
     * The secret itself, for the one call that needs it.
     *
     * @return the secret
     */
    public String reveal() {
        return value;
    }

    /** Three asterisks. */
    @Override
    public String toString() {
        return "***";
    }
}
