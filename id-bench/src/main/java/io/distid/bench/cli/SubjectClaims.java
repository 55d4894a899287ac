package io.distid.bench.cli;

import io.distid.IdException;
import io.distid.IdGenerator;
import io.distid.IdTraits;
import io.distid.bench.subject.Servers;
import io.distid.bench.subject.Subject;
import org.jspecify.annotations.Nullable;

/**
 * What something claims of its ids.
 *
 * @param bits 63 or 128, or null if it takes a server to learn
 * @param ordering the name of its {@link io.distid.Ordering}, or null if it takes a server to learn
 */
record SubjectClaims(@Nullable Integer bits, @Nullable String ordering) {
    private static final SubjectClaims UNKNOWN = new SubjectClaims(null, null);

    /** Opens what needs no server, and closes it again. */
    static SubjectClaims of(Subject subject) {
        if (subject.server() != null) {
            return UNKNOWN;
        }
        try (Servers none = new Servers();
                IdGenerator generator = subject.open(0, none)) {
            IdTraits traits = generator.traits();
            return new SubjectClaims(traits.bits(), traits.ordering().name());
        } catch (IdException e) {
            return UNKNOWN;
        }
    }
}
