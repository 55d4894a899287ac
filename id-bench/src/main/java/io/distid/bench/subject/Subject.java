package io.distid.bench.subject;

import io.distid.IdGenerator;
import io.distid.bench.results.Origin;
import java.util.Map;
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
 * @param layout what is known of its ids before one is made
 */
public record Subject(
        String name,
        Origin origin,
        @Nullable ServerKind server,
        Settings settings,
        Opening opening,
        @Nullable IdTime time,
        Layout layout) {
    /** A subject of whose layout nothing is known. */
    Subject(
            String name,
            Origin origin,
            @Nullable ServerKind server,
            Settings settings,
            Opening opening,
            @Nullable IdTime time) {
        this(name, origin, server, settings, opening, time, Layout.NONE);
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

    /** This peer, with what its documentation says of its layout. */
    Subject with(Layout documented) {
        return new Subject(name, origin, server, settings, opening, time, documented);
    }

    /** This one on another server. */
    Subject on(ServerKind other) {
        return new Subject(name, origin, other, settings, opening, time, layout);
    }

    /**
     * Whether its nodes take worker ids from a namespace on a server.
     *
     * @return false for one that is told its worker id, keeps it in a file, or needs none
     */
    public boolean takesWorkerId() {
        return layout.kind() == WorkerIdKind.LEASED || layout.kind() == WorkerIdKind.REGISTERED;
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
