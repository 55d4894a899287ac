package io.distid.bench.subject;

import io.distid.IdGenerator;
import io.distid.bench.results.Origin;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** All peers. Stateless: safe for use by any number of threads. */
public final class Peers {
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
