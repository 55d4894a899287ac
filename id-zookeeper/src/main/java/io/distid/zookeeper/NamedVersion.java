package io.distid.zookeeper;

import io.distid.BackendException;

/**
 * The version that a write requires, so that a single writer wins if several read the same version. Stateless: safe for use
 * by any number of threads.
 */
final class NamedVersion {
    private NamedVersion() {}

    /**
     * Returns the version, unless it is the number that allows any version. A node has that number after 2^32 writes, and then two writers
     * would both succeed.
     *
     * @param version the version that was read
     * @param when says when the node can be removed, for the message
     * @throws BackendException if it is the number that allows any version
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
