package io.distid.zookeeper;

import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * ZooKeeper's clock. It is told only as the time of a change, so an empty node is written to learn it. Safe for use by any number of
 * threads.
 */
final class ServerClock {
    private final ZooKeeperTree tree;
    private final String node;
    private volatile @Nullable Moment last;

    /**
     * The latest time that is known.
     *
     * @param millis by the server's clock, at or before the other
     * @param nanos by this process's monotonic clock
     */
    private record Moment(long millis, long nanos) {}

    /**
     * Nothing is asked yet.
     *
     * @param node made if it is missing; what is above it must be there
     */
    ServerClock(ZooKeeperTree tree, String node) {
        this.tree = tree;
        this.node = node;
    }

    /** The time, for one write. */
    long millis() throws KeeperException {
        long millis = write().getMtime();
        last = new Moment(millis, tree.nanoTime());
        return millis;
    }

    /** The time without asking, if it was asked before: a little late, and never ahead unless the server's clock was set back. */
    long estimate() throws KeeperException {
        Moment seen = last;
        return seen == null ? millis() : at(seen);
    }

    /** A node was changed at that time: it is that late at least. */
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
                // Made by another; it only has to be there.
            }
            return tree.write(node, new byte[0], ZooKeeperTree.ANY_VERSION);
        }
    }
}
