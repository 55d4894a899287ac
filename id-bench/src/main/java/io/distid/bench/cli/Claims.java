package io.distid.bench.cli;

import io.distid.IdException;
import io.distid.IdGenerator;
import io.distid.IdTraits;
import io.distid.bench.subject.Servers;
import io.distid.bench.subject.Subject;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * What something claims of its ids.
 *
 * @param bits 63 or 128, or null if it takes a server to learn
 * @param ordering the name of its {@link io.distid.Ordering}, or null if it takes a server to learn
 */
record Claims(@Nullable Integer bits, @Nullable String ordering) {
    private static final Claims UNKNOWN = new Claims(null, null);

    /** Opens what needs no server, and closes it again. */
    static Claims of(Subject subject) {
        if (subject.server() != null) {
            return UNKNOWN;
        }
        try (Servers none = new Servers();
                IdGenerator generator = subject.open(0, none)) {
            IdTraits traits = generator.traits();
            return new Claims(traits.bits(), traits.ordering().name());
        } catch (IdException e) {
            return UNKNOWN;
        }
    }

    /** Without the warnings of what is opened: nobody is going to take its ids. */
    static <T> T quietly(Supplier<T> work) {
        Logger root = Logger.getLogger("");
        Level before = root.getLevel();
        root.setLevel(Level.OFF);
        try {
            return work.get();
        } finally {
            root.setLevel(before);
        }
    }
}
