package io.distid.bench.subject;

import io.distid.IdGenerator;
import io.distid.IdTraits;
import io.distid.Ordering;
import io.distid.UuidGenerator;
import io.distid.text.TextForm;
import java.util.UUID;

/**
 * Ids as outsiders see them: the 128 bits of a text of 26 characters, without its type. Anyone can decode texts of
 * these forms that far.
 */
final class ShownIds implements UuidGenerator {
    private final IdGenerator generator;

    ShownIds(IdGenerator generator) {
        this.generator = generator;
    }

    /** A row that is measured by its texts. They have a readable time if they are texts of UUIDs. */
    static Subject row(Subject row, boolean timed) {
        return new Subject(
                row.name(),
                row.origin(),
                row.server(),
                row.settings(),
                given -> new ShownIds(row.opening().open(given)),
                timed ? row.time() : null,
                new Layout(
                        row.layout().kind(),
                        row.layout().workerIds(),
                        row.layout().lasts(),
                        null));
    }

    @Override
    public UUID nextUuid() {
        String text = generator.nextText();
        return TextForm.CROCKFORD.uuids().decode(text.substring(text.lastIndexOf('_') + 1));
    }

    /** An opaque text has none of the order of its id. */
    @Override
    public IdTraits traits() {
        IdTraits own = generator.traits();
        boolean same = own.bits() == 128;
        return new IdTraits(
                own.strategy(),
                128,
                same ? own.ordering() : Ordering.NONE,
                same && own.timeSorted(),
                own.coordination(),
                own.safety(),
                own.idsPerSecond(),
                own.endOfLife(),
                own.notes());
    }

    @Override
    public void close() {
        generator.close();
    }
}
