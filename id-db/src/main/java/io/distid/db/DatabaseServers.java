package io.distid.db;

import io.distid.BackendException;
import io.distid.ConfigException;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Several servers, any of which will do. */
final class DatabaseServers<S extends AutoCloseable> implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(DatabaseServers.class.getName());

    private final List<DatabaseServer<S>> servers;

    /**
     * Servers that are not connected to yet.
     *
     * @param connect connects to the server of that index
     */
    DatabaseServers(int count, IntFunction<Supplier<S>> connect) {
        this.servers = IntStream.range(0, count)
                .mapToObj(i -> new DatabaseServer<>(connect.apply(i)))
                .toList();
    }

    /** What is done with one server. */
    interface Work<S, T> {
        T on(S server, int index);
    }

    /**
     * Connects to all that answer.
     *
     * @return those connected, at least one
     * @throws BackendException if there is none
     */
    List<S> reach() {
        BackendException failure = null;
        for (DatabaseServer<S> server : servers) {
            try {
                server.connected();
            } catch (BackendException e) {
                server.failed();
                failure = e;
                if (servers.size() > 1) {
                    LOG.log(Level.WARNING, "passed over until it answers: " + e.getMessage());
                }
            }
        }
        List<S> reached = reached();
        if (reached.isEmpty()) {
            throw Objects.requireNonNull(failure);
        }
        return reached;
    }

    /**
     * Does something on the server of that index, or on the first after it that does not fail. Those that failed lately, and one that another call
     * is connecting to, come last: better a slow answer than none.
     *
     * @throws BackendException if all failed
     */
    <T> T call(int first, Work<S, T> work) {
        BackendException failure = null;
        boolean[] tried = new boolean[servers.size()];
        for (boolean lately : new boolean[] {false, true}) {
            for (int i = 0; i < servers.size(); i++) {
                int index = (first + i) % servers.size();
                DatabaseServer<S> server = servers.get(index);
                if (tried[index] || !lately && (server.failedLately() || server.isBeingConnected())) {
                    continue;
                }
                tried[index] = true;
                try {
                    return work.on(connected(server), index);
                } catch (BackendException e) {
                    server.failed();
                    failure = e;
                }
            }
        }
        throw Objects.requireNonNull(failure);
    }

    /** A server that is first reached while others serve, and is not fit, is like one that cannot be reached. */
    private S connected(DatabaseServer<S> server) {
        try {
            return server.connected();
        } catch (ConfigException e) {
            LOG.log(Level.WARNING, "passed over until it is mended: " + e.getMessage());
            throw new BackendException(e.getMessage(), e);
        }
    }

    /** The server of that index, connected to if need be. */
    S server(int index) {
        return servers.get(index).connected();
    }

    int size() {
        return servers.size();
    }

    List<S> reached() {
        return servers.stream().flatMap(server -> server.reached().stream()).toList();
    }

    @Override
    public String toString() {
        return servers.toString();
    }

    @Override
    public void close() {
        servers.forEach(DatabaseServer::close);
    }
}
