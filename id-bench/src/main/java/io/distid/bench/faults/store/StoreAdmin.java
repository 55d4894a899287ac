package io.distid.bench.faults.store;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A server as its operator sees it. Each call opens its own connection, since the server may have been restarted. A
 * call that fails throws {@link IllegalStateException}. For use by one thread.
 */
public interface StoreAdmin {
    /** Bytes of a large write: less than the limits of ZooKeeper and etcd. */
    int LARGE = 1 << 19;

    /** Writes a number beside the data of strategies, and returns once the server has acknowledged it. */
    void mark(long number);

    /** The number on the server; empty if there is none. */
    OptionalLong marked();

    /**
     * Writes half a megabyte, for which the server needs disk space. The first call may create a table, so it must come
     * before the disk is full.
     *
     * @return the server's refusal; empty if it accepted the write
     */
    Optional<String> writeLarge();

    /** Removes all data of strategies, and the mark, while the server runs. */
    void wipe();

    /** Takes all connections that the server accepts, and keeps them until the result is closed. */
    TakenConnections takeConnections();

    /**
     * Moves the counter of a subject.
     *
     * @param settings the settings of its nodes
     * @param last the last number that counts as granted
     */
    void setCounter(Map<String, String> settings, long last);
}
