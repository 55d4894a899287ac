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
final class Sources<S extends AutoCloseable> implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Sources.class.getName());

    private final List<Source<S>> sources;

    /**
     * Servers that are not connected to yet.
     *
     * @param connect connects to the server of that index
     */
    Sources(int count, IntFunction<Supplier<S>> connect) {
        this.sources = IntStream.range(0, count)
                .mapToObj(i -> new Source<>(connect.apply(i)))
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
        for (Source<S> source : sources) {
            try {
                source.server();
            } catch (BackendException e) {
                source.failed();
                failure = e;
                if (sources.size() > 1) {
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
     * Does something on the server of that index, or on the first after it that does not fail. Those that failed lately come
     * last: better a slow answer than none.
     *
     * @throws BackendException if all failed
     */
    <T> T call(int first, Work<S, T> work) {
        BackendException failure = null;
        boolean[] tried = new boolean[sources.size()];
        for (boolean lately : new boolean[] {false, true}) {
            for (int i = 0; i < sources.size(); i++) {
                int index = (first + i) % sources.size();
                Source<S> source = sources.get(index);
                if (tried[index] || source.failedLately() && !lately) {
                    continue;
                }
                tried[index] = true;
                try {
                    return work.on(connected(source), index);
                } catch (BackendException e) {
                    source.failed();
                    failure = e;
                }
            }
        }
        throw Objects.requireNonNull(failure);
    }

    /** A server that is first reached while others serve, and is not fit, is like one that cannot be reached. */
    private S connected(Source<S> source) {
        try {
            return source.server();
        } catch (ConfigException e) {
            LOG.log(Level.WARNING, "passed over until it is mended: " + e.getMessage());
            throw new BackendException(e.getMessage(), e);
        }
    }

    /** The server of that index, connected to if need be. */
    S server(int index) {
        return sources.get(index).server();
    }

    int size() {
        return sources.size();
    }

    List<S> reached() {
        return sources.stream().flatMap(source -> source.reached().stream()).toList();
    }

    @Override
    public String toString() {
        return sources.toString();
    }

    @Override
    public void close() {
        sources.forEach(Source::close);
    }
}
