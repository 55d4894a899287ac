package io.distid.spring.boot;

import io.distid.IdException;
import org.jspecify.annotations.Nullable;

/**
 * Marks an error with the generator, locks or tokens that could not be opened. Errors around it only name a bean or an
 * entity. Immutable.
 */
final class OpeningFailure extends Exception {
    private static final long serialVersionUID = 1L;

    private final @Nullable String generator;
    private final @Nullable CoordinationKind kind;

    OpeningFailure(String generator) {
        this(GeneratorNames.settings(generator), generator, null);
    }

    OpeningFailure(CoordinationKind kind) {
        this(kind.settings(), null, kind);
    }

    private OpeningFailure(String settings, @Nullable String generator, @Nullable CoordinationKind kind) {
        super("while " + settings + " was opened", null, false, false);
        this.generator = generator;
        this.kind = kind;
    }

    /** An error, and the generator or the kind of coordination that could not be opened. */
    record Found(@Nullable String generator, @Nullable CoordinationKind kind, IdException error) {}

    /** Returns null if no error among the causes is marked. */
    static @Nullable Found in(Throwable failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof IdException error) {
                for (Throwable mark : error.getSuppressed()) {
                    if (mark instanceof OpeningFailure opening) {
                        return new Found(opening.generator, opening.kind, error);
                    }
                }
            }
        }
        return null;
    }
}
