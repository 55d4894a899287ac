package io.distid.bench.peer;

import io.distid.IdGenerator;
import io.distid.IdTraits;
import io.distid.bench.results.Origin;
import io.distid.bench.subject.IdTime;
import io.distid.bench.subject.Layout;
import io.distid.bench.subject.Library;
import io.distid.bench.subject.PeerLongGenerator;
import io.distid.bench.subject.Subject;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** How peers are opened. Stateless: safe for use by any number of threads. */
public final class Peers {
    /** The setting with a peer's epoch, an instant in ISO 8601; without it the peer's own counts. */
    public static final String EPOCH = "epoch";

    static final int NODE_AND_SEQUENCE_BITS = 22;
    static final int SNOWFLAKE_TIME_BITS = 41;
    static final long SNOWFLAKE_CAP = 4_096_000;
    static final long TWITTER_EPOCH = 1_288_834_974_657L;

    /** Reads Unix time in the top 48 of 128 bits. */
    static final IdTime EPOCH_FIRST = (high, low) -> high >>> 16;

    private static final String NODE = "node";

    private Peers() {}

    /** Opens a node of a peer whose epoch can be set. */
    @FunctionalInterface
    interface SinceEpoch {
        /** Opens a node. {@code epoch}: in epoch ms, or null for the peer's own. */
        IdGenerator open(int node, @Nullable Long epoch);
    }

    /** A peer whose nodes differ by their number, and whose epoch can be set. */
    static Subject sinceEpoch(
            String name,
            String library,
            String type,
            String options,
            Layout layout,
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

    /** A peer of 63-bit ids whose nodes differ by their number alone. */
    static Subject numbers(
            String name,
            String artifact,
            String type,
            String options,
            Layout layout,
            IdTraits claims,
            IntFunction<LongSupplier> open,
            IdTime time) {
        return inProcess(
                        name,
                        Library.of(artifact),
                        type,
                        options,
                        node -> new PeerLongGenerator(open.apply(node), claims),
                        time)
                .with(layout);
    }

    /**
     * A peer of UUIDs with a generator for each node. The type is given by name, so that no peer is loaded before it is
     * opened.
     */
    static Subject uuids(
            String name,
            String library,
            String type,
            String options,
            IdTraits claims,
            Supplier<Supplier<UUID>> open,
            @Nullable IdTime time) {
        return inProcess(name, library, type, options, node -> new PeerUuidGenerator(open.get(), claims), time);
    }
}
