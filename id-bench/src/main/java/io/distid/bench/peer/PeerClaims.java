package io.distid.bench.peer;

import io.distid.Coordination;
import io.distid.IdTraits;
import io.distid.Ordering;
import io.distid.Safety;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The claims of peers, by their documentation or, if it says nothing, by their layout. */
final class PeerClaims {
    private static final int UUID_BITS = 128;
    private static final Instant UUID_V7_END = Instant.ofEpochMilli(1L << 48);

    private PeerClaims() {}

    /** Time, node and sequence in 63 bits, on a node id that the operator gives. */
    static IdTraits snowflake(String name, long idsPerSecond, long epoch, int timeBits, String... notes) {
        return IdTraits.builder(name)
                .ordering(Ordering.PER_GENERATOR)
                .timeSorted(true)
                .idsPerSecond(idsPerSecond)
                .endOfLife(Instant.ofEpochMilli(epoch + (1L << timeBits)))
                .notes(List.of(notes))
                .build();
    }

    /** Ranges from a store. */
    static IdTraits segments(String name, Ordering ordering) {
        return IdTraits.builder(name)
                .ordering(ordering)
                .coordination(Coordination.PER_BATCH)
                .safety(Safety.STORED)
                .notes(List.of("ids of a range that was prefetched and not used are lost"))
                .build();
    }

    /** Random bits alone. */
    static IdTraits random(String name, String... notes) {
        return uuid(name, Ordering.NONE, false, null, notes);
    }

    /** Unix time in the top 48 of 128 bits. */
    static IdTraits epochFirst(String name, Ordering ordering, String... notes) {
        return uuid(name, ordering, true, UUID_V7_END, notes);
    }

    private static IdTraits uuid(
            String name, Ordering ordering, boolean timeSorted, @Nullable Instant end, String... notes) {
        return IdTraits.builder(name)
                .bits(UUID_BITS)
                .ordering(ordering)
                .timeSorted(timeSorted)
                .safety(Safety.RANDOM)
                .endOfLife(end)
                .notes(List.of(notes))
                .build();
    }
}
