package io.distid.spring.boot;

import io.distid.IdException;
import org.jspecify.annotations.Nullable;

/** Marks an error with the generator that could not be opened: whatever wraps the error later names a bean or an entity. Immutable. */
final class OpeningFailure extends Exception {
    private static final long serialVersionUID = 1L;

    private final String generator;

    OpeningFailure(String generator) {
        super("while " + GeneratorNames.settings(generator) + " was opened", null, false, false);
        this.generator = generator;
    }

    /** An error, and the generator that it kept from being opened. */
    record Found(String generator, IdException error) {}

    /** Null if no error among the causes is marked. */
    static @Nullable Found in(Throwable failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof IdException error) {
                for (Throwable mark : error.getSuppressed()) {
                    if (mark instanceof OpeningFailure opening) {
                        return new Found(opening.generator, error);
                    }
                }
            }
        }
        return null;
    }
}
