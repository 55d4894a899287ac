package io.distid.zookeeper;

import io.distid.BackendException;
import java.util.ArrayList;
import java.util.List;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * The requests of this module's protocols to an ensemble, and nothing more. So a simulation can put a model of ZooKeeper behind them.
 *
 * <p>If an operation finds something that prevents it, it throws a {@link KeeperException}: no such node, node exists, bad version. All
 * other failures are a {@link BackendException}, or a {@link io.distid.InterruptedIdException} if the thread is interrupted.
 * Then the operation may have been carried out, since a sent request cannot be taken back. Nothing here repeats it.
 */
interface ZooKeeperTree extends AutoCloseable {
    /** The number that allows any version of a node. */
    int ANY_VERSION = -1;

    /** A node: its data and its state. */
    record Node(byte[] data, Stat stat) {}

    /** The names of a node's children, and the state of the node itself. */
    record Children(List<String> names, Stat stat) {}

    /**
     * Nodes that were read, and the server's time after that.
     *
     * @param nodes the nodes in the order of their paths; null for each missing node
     * @param clock the state of the node that was written for the time; null if there is none
     */
    record Look(List<@Nullable Node> nodes, @Nullable Stat clock) {}

    /**
     * The results of transactions.
     *
     * @param written for each transaction, the state of the node that its last step wrote; null if the transaction was
     *     refused
     * @param note another node, read after the transactions; null if there is none
     */
    record Commits(List<@Nullable Stat> written, @Nullable Node note) {}

    /** A part of a transaction. */
    sealed interface Step permits Check, Create, Write, Delete {
        /** The path of the node. */
        String path();
    }

    /** Requires that a node exists. */
    record Check(String path) implements Step {}

    /** Creates a node. */
    record Create(String path, byte[] data) implements Step {}

    /** Replaces a node's data. */
    record Write(String path, byte[] data, int version) implements Step {}

    /** Removes a node. */
    record Delete(String path, int version) implements Step {}

    /** A request to the tree. */
    interface Request<T> {
        T run() throws KeeperException;
    }

    /** The answer to a request for a node. What prevents the request is an error that says so. */
    default <T> T answer(String node, Request<T> request) {
        try {
            return request.run();
        } catch (KeeperException e) {
            throw new BackendException(
                    "ZooKeeper at " + where() + " failed on " + node + ": " + e.getMessage()
                            + " (does somebody remove nodes?)",
                    e);
        }
    }

    /** The ensemble's address, for messages. */
    String where();

    /** Reads a node; null if it is missing. */
    @Nullable
    Node read(String path) throws KeeperException;

    /**
     * Reads several nodes, in their order, with null for each missing node; in one round trip if the store can. Each is read at a moment of its
     * own.
     */
    default List<@Nullable Node> readAll(List<String> paths) throws KeeperException {
        List<@Nullable Node> found = new ArrayList<>(paths.size());
        for (String path : paths) {
            found.add(read(path));
        }
        return found;
    }

    /**
     * Reads several nodes as the leader knows them, and then the server's time; in one round trip if the store can. Each is read at a moment
     * of its own.
     *
     * @param clock the node that an empty write goes to for the time; not created if it is missing
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

    /** The state of a node; null if it is missing. */
    @Nullable
    Stat stat(String path) throws KeeperException;

    /** The children of a node, which must exist. */
    Children children(String path) throws KeeperException;

    /** Creates a persistent node. */
    Stat create(String path, byte[] data) throws KeeperException;

    /** Creates a persistent node, and the missing nodes above it. */
    void createWithParents(String path, byte[] data) throws KeeperException;

    /** Creates a persistent node whose name ends with its parent's next number; returns its path. */
    String createSequential(String prefix, byte[] data) throws KeeperException;

    /** Replaces a node's data. */
    Stat write(String path, byte[] data, int version) throws KeeperException;

    /** Removes a node. */
    void delete(String path, int version) throws KeeperException;

    /** Carries out all steps or none. Returns the state of the node for each write, and null for other steps. */
    List<@Nullable Stat> commit(List<Step> steps) throws KeeperException;

    /**
     * Carries out transactions one after the other, and then reads a node; in one round trip if the store can. The failure of a
     * transaction does not affect the others.
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
