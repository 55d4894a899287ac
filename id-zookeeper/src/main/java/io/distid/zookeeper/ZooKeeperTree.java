package io.distid.zookeeper;

import java.util.ArrayList;
import java.util.List;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * What the protocols of this module ask of an ensemble, and nothing more: so that a simulation can put a model of ZooKeeper behind the
 * same code, with a time of its own.
 *
 * <p>An operation that cannot be carried out for what it finds throws the {@link KeeperException} for it: no such node, node
 * exists, bad version. All other trouble is a {@link io.distid.BackendException}, and a {@link io.distid.InterruptedIdException} where the
 * thread is interrupted; whether the operation was carried out is unknown then, as what was sent is not taken back, and nothing in here
 * repeats it.
 */
interface ZooKeeperTree extends AutoCloseable {
    /** The version that fits whatever a node has. */
    int ANY_VERSION = -1;

    /** A node: what it holds, and how it stands. */
    record Node(byte[] data, Stat stat) {}

    /** The names of a node's children, and how the node itself stands. */
    record Children(List<String> names, Stat stat) {}

    /**
     * Nodes as they stood, and the server's time after that.
     *
     * @param nodes in the order of their paths, null for those that are not there
     * @param clock how the node stands that was written to for the time; null if there is none
     */
    record Look(List<@Nullable Node> nodes, @Nullable Stat clock) {}

    /**
     * What became of transactions.
     *
     * @param written of each how the node stands that its last step wrote to; null if the transaction was refused
     * @param note what another node held after that; null if there is none
     */
    record Commits(List<@Nullable Stat> written, @Nullable Node note) {}

    /** A part of a transaction. */
    sealed interface Step permits Check, Create, Write, Delete {
        /** Where. */
        String path();
    }

    /** Requires that a node is there. */
    record Check(String path) implements Step {}

    /** Makes a node. */
    record Create(String path, byte[] data) implements Step {}

    /** Replaces what a node holds. */
    record Write(String path, byte[] data, int version) implements Step {}

    /** Removes a node. */
    record Delete(String path, int version) implements Step {}

    /** The ensemble's address, for messages. */
    String where();

    /** This process's monotonic clock, in nanoseconds. */
    long nanoTime();

    /** What a node holds, or null if there is none. */
    @Nullable
    Node read(String path) throws KeeperException;

    /**
     * What several nodes hold, in their order, null for those that are not there, in one round trip where the store can. Not at one moment: each as
     * it stands when it is read.
     */
    default List<@Nullable Node> readAll(List<String> paths) throws KeeperException {
        List<@Nullable Node> found = new ArrayList<>(paths.size());
        for (String path : paths) {
            found.add(read(path));
        }
        return found;
    }

    /**
     * What several nodes hold, as the leader knows them, and then the server's time, in one round trip where the store can. Not at one moment:
     * each as it stands when it is read.
     *
     * @param clock a node that nothing is written to for the time; not made if it is missing
     */
    default Look look(List<String> paths, String clock) throws KeeperException {
        List<@Nullable Node> nodes = readAll(paths);
        Stat written;
        try {
            written = write(clock, new byte[0], ANY_VERSION);
        } catch (KeeperException.NoNodeException e) {
            written = null;
        }
        return new Look(nodes, written);
    }

    /** How a node stands, or null if there is none. */
    @Nullable
    Stat stat(String path) throws KeeperException;

    /** The children of a node that is there. */
    Children children(String path) throws KeeperException;

    /** Makes a persistent node. */
    Stat create(String path, byte[] data) throws KeeperException;

    /** Makes a persistent node, and those above it that are missing. */
    void createWithParents(String path, byte[] data) throws KeeperException;

    /** Makes a persistent node whose name ends with its parent's next number; returns its path. */
    String createSequential(String prefix, byte[] data) throws KeeperException;

    /** Replaces what a node holds. */
    Stat write(String path, byte[] data, int version) throws KeeperException;

    /** Removes a node. */
    void delete(String path, int version) throws KeeperException;

    /** Carries out all steps or none; for each write it returns the state of its node, for the others null. */
    List<@Nullable Stat> commit(List<Step> steps) throws KeeperException;

    /**
     * Carries out transactions one after the other, and then reads a node, in one round trip where the store can. What becomes of one
     * is nothing to the others.
     *
     * @param transactions each with a {@link Write} at its end
     */
    default Commits commitEach(List<List<Step>> transactions, String note) throws KeeperException {
        List<@Nullable Stat> written = new ArrayList<>(transactions.size());
        for (List<Step> steps : transactions) {
            try {
                written.add(commit(steps).get(steps.size() - 1));
            } catch (KeeperException.NoNodeException
                    | KeeperException.NodeExistsException
                    | KeeperException.BadVersionException e) {
                written.add(null);
            }
        }
        return new Commits(written, read(note));
    }

    @Override
    void close();
}
