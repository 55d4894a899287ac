package io.distid.bench.subject.peer;

import io.distid.Coordination;
import io.distid.IdTraits;
import io.distid.Ordering;
import io.distid.Safety;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** What peers say of themselves in their documentation, or what their layout says where that is silent. */
final class Claims {
    private static final int ID_BITS = 63;
    private static final int UUID_BITS = 128;
    private static final Instant UUID_V7_END = Instant.ofEpochMilli(1L << 48);

    private Claims() {}

    /** Time, node and sequence in 63 bits, on a node id that the operator gives. */
    static IdTraits snowflake(String name, long idsPerSecond, long epoch, int timeBits, String... notes) {
        return new IdTraits(
                name,
                ID_BITS,
                Ordering.PER_GENERATOR,
                true,
                Coordination.NONE,
                Safety.CLOCK,
                OptionalLong.of(idsPerSecond),
                Instant.ofEpochMilli(epoch + (1L << timeBits)),
                List.of(notes));
    }

    /** Ranges from a store. */
    static IdTraits segments(String name) {
        return new IdTraits(
                name,
                ID_BITS,
                Ordering.PER_GENERATOR,
                false,
                Coordination.PER_BATCH,
                Safety.STORED,
                OptionalLong.empty(),
                null,
                List.of("ids of a range that was prefetched and not used are lost"));
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
        return new IdTraits(
                name,
                UUID_BITS,
                ordering,
                timeSorted,
                Coordination.NONE,
                Safety.RANDOM,
                OptionalLong.empty(),
                end,
                List.of(notes));
    }
}
