package io.distid.bench.faults.store;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A server as its operator sees it. Each call opens its own connection, since the server may have been restarted. A
 * call that fails throws {@link IllegalStateException}. For use by one thread.
 */
public abstract class StoreAdmin {
    /** Bytes of a large write: less than the limits of ZooKeeper and etcd. */
    static final int LARGE = 1 << 19;

    static final String MARK = "distid-mark";

    /** Writes a number beside the data of strategies, and returns once the server has acknowledged it. */
    public abstract void mark(long number);

    /** The number on the server; empty if there is none. */
    public abstract OptionalLong marked();

    /**
     * Writes half a megabyte, for which the server needs disk space. The first call may create a table, so it must come
     * before the disk is full.
     *
     * @return the server's refusal; empty if it accepted the write
     */
    public Optional<String> writeLarge() {
        try {
            addLarge();
            return Optional.empty();
        } catch (Exception e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    abstract void addLarge() throws Exception;

    /** Removes all data of strategies, and the mark, while the server runs. */
    public abstract void wipe();

    /** Takes all connections that the server accepts, and keeps them until the result is closed. */
    public TakenConnections takeConnections() {
        Deque<AutoCloseable> taken = new ArrayDeque<>();
        try {
            taken.push(limitConnections());
        } catch (Exception e) {
            throw new IllegalStateException("connections could not be limited: " + e.getMessage(), e);
        }
        while (taken.size() <= 2 * FaultStore.CONNECTIONS) {
            try {
                taken.push(connect(taken.size()));
            } catch (Exception e) {
                return new TakenConnections(taken, String.valueOf(e.getMessage()));
            }
        }
        return new TakenConnections(taken, "");
    }

    /** Opens a connection that limits the others until it is closed, unless the server has a limit since its start. */
    AutoCloseable limitConnections() throws Exception {
        return connect(0);
    }

    /** Opens one more connection; fails if it is refused. */
    AutoCloseable connect(int taken) throws Exception {
        throw new UnsupportedOperationException("the server has no limit of connections");
    }

    /** Moves the counter of a subject, by its nodes' settings, to the last number that counts as granted. */
    public abstract void setCounter(Map<String, String> settings, long last);
}
