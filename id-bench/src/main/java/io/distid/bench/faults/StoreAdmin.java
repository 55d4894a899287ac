package io.distid.bench.faults;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A server as its operator sees it. Each call makes a connection of its own, since the server may have been restarted; one that fails throws
 * {@link IllegalStateException}. For use by one thread.
 */
interface StoreAdmin {
    /** Bytes of a large write, less than ZooKeeper and etcd take at once. */
    int LARGE = 1 << 19;

    /** Writes a number of the lab's own beside what strategies keep, and returns once the server has acknowledged it. */
    void mark(long number);

    /** The number that the server holds, or empty if it holds none. */
    OptionalLong marked();

    /**
     * Writes half a megabyte of the lab's own, for which the server needs space on its disk. The first call, which may make a place for it, must
     * come before the disk is full.
     *
     * @return what the server answers if it does not take it; empty if it does
     */
    Optional<String> writeLarge();

    /** Removes all that strategies keep there, and the mark, while the server runs. */
    void wipe();

    /** Takes all connections that the server lets in, and keeps them until it is closed. */
    TakenConnections takeConnections();

    /**
     * Moves the counter of a subject.
     *
     * @param settings what its nodes were opened with
     * @param last the last number that is then granted
     */
    void setCounter(Map<String, String> settings, long last);
}
