package io.distid.zookeeper;

import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * ZooKeeper's clock. It is known only as the time of a change, so this writes an empty node to read it. Safe for use by any number
 * of threads.
 */
final class ServerClock {
    private final ZooKeeperTree tree;
    private final String node;
    private volatile @Nullable Moment last;

    /**
     * The latest known time.
     *
     * @param millis the server's clock, read at or before the other time
     * @param nanos this process's monotonic clock
     */
    private record Moment(long millis, long nanos) {}

    /**
     * Creates a clock, which asks for nothing yet.
     *
     * @param node the node to write; it is created if it is missing, but its parent must exist
     */
    ServerClock(ZooKeeperTree tree, String node) {
        this.tree = tree;
        this.node = node;
    }

    /** Reads the time, at the cost of one write. */
    long millis() throws KeeperException {
        long millis = write().getMtime();
        last = new Moment(millis, tree.nanoTime());
        return millis;
    }

    /**
     * Estimates the time without a request, if it was read before. The estimate is a little late, and never ahead unless the
     * server's clock was set back.
     */
    long estimate() throws KeeperException {
        Moment seen = last;
        return seen == null ? millis() : at(seen);
    }

    /** Takes the time of a node's change: the server's clock shows at least that. */
    void saw(long millis) {
        Moment seen = last;
        if (seen != null && millis > at(seen)) {
            last = new Moment(millis, tree.nanoTime());
        }
    }

    private long at(Moment seen) {
        return seen.millis() + (tree.nanoTime() - seen.nanos()) / 1_000_000;
    }

    private Stat write() throws KeeperException {
        try {
            return tree.write(node, new byte[0], ZooKeeperTree.ANY_VERSION);
        } catch (KeeperException.NoNodeException e) {
            try {
                tree.create(node, new byte[0]);
            } catch (KeeperException.NodeExistsException raced) {
                // Another process created the node, which only has to exist.
            }
            return tree.write(node, new byte[0], ZooKeeperTree.ANY_VERSION);
        }
    }
}
