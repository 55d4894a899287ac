package io.distid.zookeeper;

import io.distid.BackendException;

/** The version that a write names, so that of several who read it one wins. Stateless: safe for use by any number of threads. */
final class NamedVersion {
    private NamedVersion() {}

    /**
     * The version, unless it is the one by which a write names none: a node has that after 2^32 writes, and two that read it would both write.
     *
     * @param version as it was read
     * @param when the node can be removed, for the message
     * @throws BackendException if it is that
     */
    static int of(ZooKeeperTree tree, String node, int version, String when) {
        if (version == ZooKeeperTree.ANY_VERSION) {
            throw new BackendException("node " + node + " on ZooKeeper at " + tree.where() + " has version "
                    + ZooKeeperTree.ANY_VERSION + ", after 2^32 writes: a write to it cannot name the version which was"
                    + " read, as it must; remove the node " + when);
        }
        return version;
    }
}
