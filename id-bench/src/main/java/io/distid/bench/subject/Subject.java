package io.distid.bench.subject;

import io.distid.IdGenerator;
import io.distid.bench.results.Origin;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A subject of measurements: a strategy with its defaults or with options, or a peer. Immutable.
 *
 * @param name its name in the report and for forks; unique in a run
 * @param origin the origin of the code, and its settings
 * @param server the server of its round trips, or null if there is none
 * @param settings the settings of each node of a fleet
 * @param opening opens it with the settings
 * @param time reads the time out of an id, or null if ids have none
 * @param layout the facts about its ids before it is opened
 */
public record Subject(
        String name,
        Origin origin,
        @Nullable ServerKind server,
        Settings settings,
        Opening opening,
        @Nullable IdTime time,
        Layout layout) {
    /** A subject without a time in its ids, and with an unknown layout. */
    public Subject(String name, Origin origin, @Nullable ServerKind server, Settings settings, Opening opening) {
        this(name, origin, server, settings, opening, null, Layout.NONE);
    }

    /**
     * Says how the nodes of a fleet are configured. Called by one thread at a time, since {@link Servers} is for one
     * thread.
     */
    @FunctionalInterface
    public interface Settings {
        /** The settings of a node; {@code node}: its number, from 0. */
        Map<String, String> of(int node, Servers servers);
    }

    /** Opens a generator, in this JVM or in a fork. Stateless: safe for use by any number of threads. */
    @FunctionalInterface
    public interface Opening {
        /** Opens it. */
        IdGenerator open(Map<String, String> settings);
    }

    /** Settings and others; {@code more}: a key and its value in turn. */
    public static Map<String, String> with(Map<String, String> settings, String... more) {
        Map<String, String> all = new TreeMap<>(settings);
        for (int i = 0; i < more.length; i += 2) {
            all.put(more[i], more[i + 1]);
        }
        return all;
    }

    /** This one on another server. */
    Subject on(ServerKind other) {
        return new Subject(name, origin, other, settings, opening, time, layout);
    }

    /** Whether its nodes lease worker ids from a namespace on a server. */
    public boolean takesWorkerId() {
        return layout.kind() == WorkerIdKind.LEASED || layout.kind() == WorkerIdKind.REGISTERED;
    }

    /**
     * Opens one node.
     *
     * @param node from 0
     */
    public IdGenerator open(int node, Servers servers) {
        return opening.open(settings.of(node, servers));
    }
}
