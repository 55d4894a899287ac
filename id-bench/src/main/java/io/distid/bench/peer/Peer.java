package io.distid.bench.peer;

import io.distid.Coordination;
import io.distid.IdGenerator;
import io.distid.IdTraits;
import io.distid.Ordering;
import io.distid.Safety;
import io.distid.bench.results.Origin;
import io.distid.bench.subject.IdTime;
import io.distid.bench.subject.Layout;
import io.distid.bench.subject.Library;
import io.distid.bench.subject.NodeNumbers;
import io.distid.bench.subject.PeerLongGenerator;
import io.distid.bench.subject.Promise.Sentence;
import io.distid.bench.subject.Promise.Weakness;
import io.distid.bench.subject.Subject;
import io.distid.bench.subject.Subjects;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What peers share: how nodes are opened, the claims of usual layouts, and the form of a promise. Stateless. */
abstract class Peer implements Subjects {
    static final int NODE_AND_SEQUENCE_BITS = 22;
    static final int SNOWFLAKE_TIME_BITS = 41;
    static final long SNOWFLAKE_CAP = 4_096_000;
    static final long TWITTER_EPOCH = 1_288_834_974_657L;

    /** Reads Unix time in the top 48 of 128 bits. */
    static final IdTime EPOCH_FIRST = (high, low) -> high >>> 16;

    /** The faults that a sentence is about: those after a stop, those with two nodes of one number, the end, or any. */
    static final Set<String> DOWN = Set.of("clock-back-down");

    static final Set<String> TWO_NODES = Set.of("process-pause", "process-clone", "config-same-id");
    static final Set<String> END = Set.of("format-end");
    static final Set<String> ANY = Set.of();

    static final Weakness REPEATS = Weakness.REPEATS;
    static final Weakness HANGS = Weakness.HANGS;
    static final Weakness ORDER = Weakness.ORDER;
    static final Weakness UNSTOPPED = Weakness.UNSTOPPED;

    /** Opens a node; the epoch is in epoch ms, or null for the peer's own. */
    @FunctionalInterface
    interface SinceEpoch {
        IdGenerator open(int node, @Nullable Long epoch);
    }

    /** A library of Maven Central. The type is given by name, so that no peer is loaded before it is opened. */
    static Origin origin(String artifact, String type, String options) {
        return new Origin(Library.of(artifact), type, options);
    }

    /** A peer whose nodes differ by their number, and whose epoch can be set. */
    static Subject sinceEpoch(String name, Origin origin, Layout layout, SinceEpoch open, @Nullable IdTime time) {
        return new Subject(
                name,
                origin,
                null,
                (node, servers) -> Map.of(NodeNumbers.NODE, String.valueOf(node)),
                settings -> open.open(
                        Integer.parseInt(settings.get(NodeNumbers.NODE)),
                        settings.containsKey(Layout.EPOCH)
                                ? (Long) Instant.parse(settings.get(Layout.EPOCH))
                                        .toEpochMilli()
                                : null),
                time,
                layout);
    }

    /** A peer of 63-bit ids whose nodes differ by their number alone. */
    static Subject numbers(
            String name, Origin origin, Layout layout, IdTraits claims, IntFunction<LongSupplier> open, IdTime time) {
        return sinceEpoch(name, origin, layout, (node, epoch) -> new PeerLongGenerator(open.apply(node), claims), time);
    }

    /** A peer of UUIDs with a generator for each node. */
    static Subject uuids(
            String name, Origin origin, IdTraits claims, Supplier<Supplier<UUID>> open, @Nullable IdTime time) {
        return inProcess(name, origin, () -> new PeerUuidGenerator(open.get(), claims), time);
    }

    /** A peer with a generator for each node, whatever its number. */
    static Subject inProcess(String name, Origin origin, Supplier<IdGenerator> open, @Nullable IdTime time) {
        return sinceEpoch(name, origin, Layout.NONE, (node, epoch) -> open.get(), time);
    }

    /** Claims of time, node and sequence in 63 bits, on a node id that the operator gives. */
    static IdTraits snowflake(String name, long idsPerSecond, long epoch, int timeBits, String... notes) {
        return IdTraits.builder(name)
                .ordering(Ordering.PER_GENERATOR)
                .timeSorted(true)
                .idsPerSecond(idsPerSecond)
                .endOfLife(Instant.ofEpochMilli(epoch + (1L << timeBits)))
                .notes(List.of(notes))
                .build();
    }

    /** Claims of ranges from a store. */
    static IdTraits segments(String name, Ordering ordering) {
        return IdTraits.builder(name)
                .ordering(ordering)
                .coordination(Coordination.PER_BATCH)
                .safety(Safety.STORED)
                .notes(List.of("ids of a range that was prefetched and not used are lost"))
                .build();
    }

    /** Claims of random bits alone. */
    static IdTraits random(String name, String... notes) {
        return uuid(name, Ordering.NONE, false, null, notes);
    }

    /** Claims of Unix time in the top 48 of 128 bits. */
    static IdTraits epochFirst(String name, Ordering ordering, String... notes) {
        return uuid(name, ordering, true, Instant.ofEpochMilli(1L << 48), notes);
    }

    private static IdTraits uuid(
            String name, Ordering ordering, boolean timeSorted, @Nullable Instant end, String... notes) {
        return IdTraits.builder(name)
                .bits(128)
                .ordering(ordering)
                .timeSorted(timeSorted)
                .safety(Safety.RANDOM)
                .endOfLife(end)
                .notes(List.of(notes))
                .build();
    }

    /** A sentence that admits a weakness or names a precondition, and an explanation of it if it takes one. */
    static Sentence documented(Weakness of, Set<String> faults, String quotation, String... ours) {
        return new Sentence(of, faults, false, quotation, String.join("", ours));
    }

    /** A sentence that rules out a weakness. */
    static Sentence against(Weakness of, Set<String> faults, String quotation, String... ours) {
        return new Sentence(of, faults, true, quotation, String.join("", ours));
    }
}
