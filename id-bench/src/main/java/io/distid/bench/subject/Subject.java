package io.distid.bench.subject;

import io.distid.IdGenerator;
import io.distid.IdGenerators;
import io.distid.bench.results.Origin;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Something to be measured: a strategy with its defaults, one with options, or a peer. Immutable.
 *
 * @param name what the report calls it, and forks find it by; unique in a run
 * @param origin whose code it is, and how it is set up
 * @param server the server that its ids cost round trips to, or null if there is none
 * @param settings what each node of a fleet is opened with
 * @param opening how it is opened with them
 * @param time how the time is read out of an id, or null if there is none in it
 * @param layout what is known of a peer's layout
 */
public record Subject(
        String name,
        Origin origin,
        @Nullable ServerKind server,
        Settings settings,
        Opening opening,
        @Nullable IdTime time,
        PeerLayout layout) {
    /** A subject that is no peer, or of whose layout nothing is known. */
    Subject(
            String name,
            Origin origin,
            @Nullable ServerKind server,
            Settings settings,
            Opening opening,
            @Nullable IdTime time) {
        this(name, origin, server, settings, opening, time, PeerLayout.NONE);
    }

    /** Says how the nodes of a fleet are configured. Called by one thread at a time, since {@link Servers} are for one. */
    @FunctionalInterface
    public interface Settings {
        /**
         * What one node is opened with.
         *
         * @param node from 0
         * @param servers where the servers are
         * @return keys and values
         */
        Map<String, String> of(int node, Servers servers);
    }

    /** Opens a generator, in this JVM or in a fork. Stateless: safe for use by any number of threads. */
    @FunctionalInterface
    public interface Opening {
        /**
         * Opens it.
         *
         * @param settings keys and values
         * @return a generator, ready for use
         */
        IdGenerator open(Map<String, String> settings);
    }

    /**
     * A strategy with its defaults.
     *
     * @param strategy as the SPI finds it
     * @param server the server that its ids cost round trips to, or null if there is none
     * @param settings what each node is opened with
     * @param time how the time is read out of an id, or null
     * @return the subject
     */
    static Subject strategy(String strategy, @Nullable ServerKind server, Settings settings, @Nullable IdTime time) {
        return new Subject(
                strategy,
                new Origin(null, strategy, ""),
                server,
                settings,
                given -> IdGenerators.open(strategy, given),
                time);
    }

    /**
     * This strategy with options.
     *
     * @param variant what the report calls it
     * @param options what differs from the defaults
     * @param settings what each node is opened with besides
     * @param variantTime how the time is read out of an id, or null
     * @return the subject, on the same server
     */
    Subject with(String variant, Map<String, String> options, Settings settings, @Nullable IdTime variantTime) {
        String text =
                new TreeMap<>(options).entrySet().stream().map(Object::toString).collect(Collectors.joining(" "));
        Settings all = (node, servers) -> {
            Map<String, String> both = new TreeMap<>(settings.of(node, servers));
            both.putAll(options);
            return both;
        };
        return new Subject(variant, new Origin(null, name, text), server, all, opening, variantTime);
    }

    /** This peer, with what its documentation says of its layout. */
    Subject with(PeerLayout documented) {
        return new Subject(name, origin, server, settings, opening, time, documented);
    }

    /**
     * Whether its nodes take worker ids from a namespace on a server.
     *
     * @return false for one that is told its worker id, keeps it in a file, or needs none
     */
    public boolean takesWorkerId() {
        return server != null
                && origin.library() == null
                && Stream.of(origin.options().split(" ")).anyMatch(option -> option.startsWith("worker="));
    }

    /**
     * Opens one node.
     *
     * @param node from 0
     * @param servers where the servers are
     * @return a generator, ready for use
     * @throws io.distid.IdException if it cannot be opened
     */
    public IdGenerator open(int node, Servers servers) {
        return opening.open(settings.of(node, servers));
    }
}
