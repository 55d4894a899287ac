package io.distid.bench.subject;

import io.distid.IdGenerator;
import io.distid.bench.results.Origin;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All peers, each with its options: those of 63-bit ids in {@link LongPeers}, CosId's in {@link CosIdPeers}, UUIDs in {@link UuidPeers}. Those of locks and of entities are with those. Stateless: safe for use by any
 * number of threads.
 */
public final class Peers {
    /** The setting that moves the beginning of a peer's time, an instant in ISO 8601; without it there is the peer's own. */
    public static final String EPOCH = "epoch";

    private static final String NODE = "node";

    private Peers() {}

    /**
     * All of them. None is loaded before it is opened.
     *
     * @return those of 63 bits first
     */
    public static List<Subject> all() {
        return Stream.concat(LongPeers.all().stream(), UuidPeers.all().stream()).toList();
    }

    /** Further forms of peers, for bars alone. */
    static List<Subject> ofBars() {
        return UuidPeers.ofBars();
    }

    /** Those that the table of faults is about and a comparison has no rows for: one needs a cluster of its own kind, and one came with it. */
    static List<Subject> ofFaults() {
        return List.of(RedissonIds.SUBJECT, HazelcastIds.SUBJECT);
    }

    /** Opens a node of a peer whose epoch can be set. */
    @FunctionalInterface
    interface SinceEpoch {
        /**
         * Opens one.
         *
         * @param epoch in epoch ms, or null for the peer's own
         */
        IdGenerator open(int node, @Nullable Long epoch);
    }

    /** A peer whose nodes differ by their number, and whose time may begin at another epoch than its own. */
    static Subject sinceEpoch(
            String name,
            String library,
            String type,
            String options,
            PeerLayout layout,
            SinceEpoch open,
            @Nullable IdTime time) {
        return new Subject(
                name,
                new Origin(library, type, options),
                null,
                (node, servers) -> Map.of(NODE, String.valueOf(node)),
                settings -> open.open(
                        Integer.parseInt(settings.get(NODE)),
                        settings.containsKey(EPOCH)
                                ? (Long) Instant.parse(settings.get(EPOCH)).toEpochMilli()
                                : null),
                time,
                layout);
    }

    /** A peer whose nodes differ by their number alone. */
    static Subject inProcess(
            String name,
            String library,
            String type,
            String options,
            IntFunction<IdGenerator> open,
            @Nullable IdTime time) {
        return new Subject(
                name,
                new Origin(library, type, options),
                null,
                (node, servers) -> Map.of(NODE, String.valueOf(node)),
                settings -> open.apply(Integer.parseInt(settings.get(NODE))),
                time);
    }
}
