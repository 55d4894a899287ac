package io.distid.bench.subject.peer;

import io.distid.IdGenerator;
import io.distid.bench.report.Origin;
import io.distid.bench.subject.IdTime;
import io.distid.bench.subject.Subject;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** All peers. */
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
