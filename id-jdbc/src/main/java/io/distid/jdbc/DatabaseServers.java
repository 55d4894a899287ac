package io.distid.jdbc;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.InterruptedIdException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Several servers that can replace each other. A server is connected when it is first needed, and skipped for a while
 * after it fails.
 */
public final class DatabaseServers<S extends AutoCloseable> implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(DatabaseServers.class.getName());
    private static final long LATELY = Duration.ofSeconds(5).toNanos();

    private final List<Slot> slots;
    private volatile boolean closed;

    /**
     * Creates servers that are not connected yet.
     *
     * @param connect connects to the server of an index and checks it, or throws; not called again once it has returned
     */
    public DatabaseServers(int count, IntFunction<S> connect) {
        this.slots = IntStream.range(0, count)
                .mapToObj(index -> new Slot(connect, index))
                .toList();
    }

    /** One of the servers. */
    private final class Slot {
        private final IntFunction<S> connect;
        private final int index;
        private final AtomicReference<@Nullable FutureTask<S>> connecting = new AtomicReference<>();
        private volatile @Nullable S server;
        private volatile long failedAt = System.nanoTime() - LATELY;

        Slot(IntFunction<S> connect, int index) {
            this.connect = connect;
            this.index = index;
        }

        /** Connects if needed. Calls that come meanwhile share the result, so that no call waits for several attempts in turn. */
        S connected() {
            S known = server;
            while (known == null) {
                FutureTask<S> own = new FutureTask<>(() -> connect.apply(index));
                FutureTask<S> others = connecting.compareAndExchange(null, own);
                try {
                    known = others == null ? connect(own) : others.get();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new InterruptedIdException("interrupted while another call connects to the database", e);
                } catch (ExecutionException e) {
                    connecting.compareAndSet(others == null ? own : others, null);
                    Throwable failure = e.getCause();
                    if (others == null) {
                        throw unchecked(failure);
                    }
                    if (failure instanceof ConfigException) {
                        throw new ConfigException(failure.getMessage(), failure);
                    }
                    if (failure instanceof BackendException) {
                        throw new BackendException(failure.getMessage(), failure);
                    }
                    // An interrupt or an error concerns only the other call: this call connects itself.
                }
            }
            return known;
        }

        private S connect(FutureTask<S> own) throws ExecutionException, InterruptedException {
            own.run();
            S made = own.get();
            server = made;
            if (closed) {
                // The closing thread may have come too early to find this server.
                close();
                throw new IllegalStateException("it was closed while it connected");
            }
            return made;
        }

        /** Whether a call should try other servers first. */
        boolean isDoubtful() {
            return System.nanoTime() - failedAt < LATELY || server == null && connecting.get() != null;
        }

        void close() {
            S known = server;
            try {
                if (known != null) {
                    known.close();
                }
            } catch (Exception e) {
                throw unchecked(e);
            }
        }

        @Override
        public String toString() {
            S known = server;
            return known == null ? "not reached" : known.toString();
        }
    }

    private static RuntimeException unchecked(Throwable thrown) {
        if (thrown instanceof Error error) {
            throw error;
        }
        return thrown instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(thrown);
    }

    /**
     * Connects to all servers that answer.
     *
     * @return the connected servers, at least one
     * @throws BackendException if no server answers
     */
    public List<S> reach() {
        BackendException failure = null;
        for (Slot slot : slots) {
            try {
                slot.connected();
            } catch (BackendException e) {
                slot.failedAt = System.nanoTime();
                failure = e;
                if (slots.size() > 1) {
                    LOG.log(Level.WARNING, "skipped until it answers: " + e.getMessage());
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
     * Runs work on the server of an index, or on the first server after it that does not fail. Servers that failed lately, or that another call is
     * connecting to, come last: a slow answer is better than none.
     *
     * @throws BackendException if all servers failed
     */
    public <T> T call(int first, Function<S, T> work) {
        BackendException failure = null;
        boolean[] tried = new boolean[slots.size()];
        for (boolean doubtful : new boolean[] {false, true}) {
            for (int i = 0; i < slots.size(); i++) {
                int index = (first + i) % slots.size();
                Slot slot = slots.get(index);
                if (tried[index] || !doubtful && slot.isDoubtful()) {
                    continue;
                }
                tried[index] = true;
                try {
                    return work.apply(serving(slot));
                } catch (BackendException e) {
                    slot.failedAt = System.nanoTime();
                    failure = e;
                }
            }
        }
        throw Objects.requireNonNull(failure);
    }

    /** Connects a server while others serve: if it does not fit, it counts as unreachable. */
    private S serving(Slot slot) {
        try {
            return slot.connected();
        } catch (ConfigException e) {
            LOG.log(Level.WARNING, "skipped until it is fixed: " + e.getMessage());
            throw new BackendException(e.getMessage(), e);
        }
    }

    /** Returns the server of an index, and connects it if needed. */
    public S server(int index) {
        return slots.get(index).connected();
    }

    /** How many servers there are. */
    public int size() {
        return slots.size();
    }

    /** The connected servers. */
    public List<S> reached() {
        return slots.stream().map(slot -> slot.server).filter(Objects::nonNull).toList();
    }

    @Override
    public String toString() {
        return slots.toString();
    }

    /** Does not wait for a thread that is connecting: that thread closes its connection itself. */
    @Override
    public void close() {
        closed = true;
        slots.forEach(Slot::close);
    }
}
