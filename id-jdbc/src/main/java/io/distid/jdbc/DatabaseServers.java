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

/** Several servers, any of which will do: each is connected to when it is first needed, and passed over for a while after it failed. */
public final class DatabaseServers<S extends AutoCloseable> implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(DatabaseServers.class.getName());
    private static final long LATELY = Duration.ofSeconds(5).toNanos();

    private final List<Slot> slots;
    private volatile boolean closed;

    /**
     * Servers that are not connected to yet.
     *
     * @param connect connects to the server of an index and checks it, or throws; not called again once it returned
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

        /** Whoever comes while another call connects gets what that one gets, so that nobody waits for one attempt after the other. */
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
                    // An interrupt or an error is its caller's alone: this call connects itself.
                }
            }
            return known;
        }

        private S connect(FutureTask<S> own) throws ExecutionException, InterruptedException {
            own.run();
            S made = own.get();
            server = made;
            if (closed) {
                // Whoever closed it may have come too early to find it.
                close();
                throw new IllegalStateException("it was closed while it connected");
            }
            return made;
        }

        /** Whether a call had better go to another one. */
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
     * Connects to all that answer.
     *
     * @return those connected, at least one
     * @throws BackendException if there is none
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

    /** A server that is first reached while others serve, and is not fit, is like one that cannot be reached. */
    private S serving(Slot slot) {
        try {
            return slot.connected();
        } catch (ConfigException e) {
            LOG.log(Level.WARNING, "passed over until it is fixed: " + e.getMessage());
            throw new BackendException(e.getMessage(), e);
        }
    }

    /** The server of that index, connected to if need be. */
    public S server(int index) {
        return slots.get(index).connected();
    }

    /** How many there are. */
    public int size() {
        return slots.size();
    }

    /** Those that are connected to. */
    public List<S> reached() {
        return slots.stream().map(slot -> slot.server).filter(Objects::nonNull).toList();
    }

    @Override
    public String toString() {
        return slots.toString();
    }

    /** Does not wait for a connection that is being made: that is closed by the thread which makes it. */
    @Override
    public void close() {
        closed = true;
        slots.forEach(Slot::close);
    }
}
