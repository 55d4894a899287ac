package io.distid.bench.cli;

import io.distid.IdException;
import io.distid.IdGenerator;
import io.distid.IdTraits;
import io.distid.bench.subject.Servers;
import io.distid.bench.subject.Subject;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The claims of a subject.
 *
 * @param bits 63 or 128, or null if only a server shows it
 * @param ordering the name of its {@link io.distid.Ordering}, or null if only a server shows it
 * @param warning its note about an option that is set, to the first semicolon; null if there is none
 */
record SubjectClaims(
        @Nullable Integer bits,
        @Nullable String ordering,
        @Nullable String warning) {
    private static final Pattern OF_OPTION = Pattern.compile("[a-z-]+=[^ :]+: ");
    private static final SubjectClaims UNKNOWN = new SubjectClaims(null, null, null);

    /**
     * Reads the claims from the provider. If it does not have them, a subject without a server is opened and closed.
     */
    static SubjectClaims of(Subject subject) {
        IdTraits claims = subject.layout().claims();
        if (claims != null) {
            return of(claims);
        }
        if (subject.server() != null) {
            return UNKNOWN;
        }
        try (Servers none = new Servers();
                IdGenerator generator = subject.open(0, none)) {
            return of(generator.traits());
        } catch (IdException e) {
            return UNKNOWN;
        }
    }

    private static SubjectClaims of(IdTraits traits) {
        return new SubjectClaims(
                traits.bits(),
                traits.ordering().name(),
                traits.notes().stream()
                        .filter(note -> OF_OPTION.matcher(note).lookingAt())
                        .map(note -> note.split(";", 2)[0])
                        .findFirst()
                        .orElse(null));
    }
}
