package io.distid.bench.cli;

import io.distid.IdException;
import io.distid.IdGenerator;
import io.distid.IdTraits;
import io.distid.bench.subject.Servers;
import io.distid.bench.subject.Subject;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What something claims of its ids.
 *
 * @param bits 63 or 128, or null if it takes a server to learn
 * @param ordering the name of its {@link io.distid.Ordering}, or null if it takes a server to learn
 * @param warning what its notes say of an option that is set, to the first semicolon; null if they say nothing of one
 */
record SubjectClaims(
        @Nullable Integer bits,
        @Nullable String ordering,
        @Nullable String warning) {
    private static final SubjectClaims UNKNOWN = new SubjectClaims(null, null, null);

    /** Opens what needs no server, and closes it again. */
    static SubjectClaims of(Subject subject) {
        if (subject.server() != null) {
            return UNKNOWN;
        }
        try (Servers none = new Servers();
                IdGenerator generator = subject.open(0, none)) {
            IdTraits traits = generator.traits();
            return new SubjectClaims(traits.bits(), traits.ordering().name(), warning(traits, subject));
        } catch (IdException e) {
            return UNKNOWN;
        }
    }

    private static @Nullable String warning(IdTraits traits, Subject subject) {
        return Stream.of(subject.origin().options().split(" "))
                .filter(option -> !option.isEmpty())
                .flatMap(option -> traits.notes().stream().filter(note -> note.startsWith(option + ": ")))
                .map(note -> note.split(";", 2)[0])
                .findFirst()
                .orElse(null);
    }
}
