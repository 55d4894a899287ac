package io.distid.zookeeper;

import java.time.Duration;
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
     * A node with its children, and the server's time.
     *
     * @param written how the node stands that was written to for the time; null if there is none
     * @param note what the node beside holds; null if there is none
     * @param node what the node holds; null if there is none
     * @param children those of the node; null if there is none
     */
    record Look(
            @Nullable Stat written,
            @Nullable Node note,
            @Nullable Node node,
            @Nullable Children children) {}

    /**
     * How a node stood when it was written, and what another one held after that.
     *
     * @param note null if there is none
     */
    record Noted(Stat node, @Nullable Node note) {}

    /** How a node stood when it was made, and how the one above it stood after that. */
    record Made(Stat node, Stat parent) {}

    /** A part of a transaction. */
    sealed interface Step permits Create, Write, Delete {
        /** Where. */
        String path();
    }

    /** Makes a node. */
    record Create(String path, byte[] data) implements Step {}

    /** Replaces what a node holds. */
    record Write(String path, byte[] data, int version) implements Step {}

    /** Removes a node. */
    record Delete(String path, int version) implements Step {}

    /** The ensemble's address, for messages. */
    String where();

    /** Whether there is a connection now, as far as is known. */
    boolean isConnected();

    /** Waits for the connection as long as the settings say. */
    void awaitConnected();

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
     * Writes nothing to a node for the time, and reads a note, another node and then its children, in one round trip where the store can.
     *
     * @param clock the node that is written to; not made if it is missing
     * @param note the node that is read beside
     */
    default Look look(String path, String clock, String note) throws KeeperException {
        Stat written;
        try {
            written = write(clock, new byte[0], ANY_VERSION);
        } catch (KeeperException.NoNodeException e) {
            written = null;
        }
        Node beside = read(note);
        Node node = read(path);
        Children children;
        try {
            children = children(path);
        } catch (KeeperException.NoNodeException e) {
            children = null;
        }
        return new Look(written, beside, node, children);
    }

    /** How a node stands, or null if there is none. */
    @Nullable
    Stat stat(String path) throws KeeperException;

    /** The children of a node that is there. */
    Children children(String path) throws KeeperException;

    /** Makes a persistent node. */
    Stat create(String path, byte[] data) throws KeeperException;

    /** Makes a persistent node and then reads how the one above it stands, in one round trip where the store can. */
    default Made createBelow(String parent, String path, byte[] data) throws KeeperException {
        Stat made = create(path, data);
        Stat above = stat(parent);
        if (above == null) {
            throw new KeeperException.NoNodeException(parent);
        }
        return new Made(made, above);
    }

    /** Makes a persistent node, and those above it that are missing. */
    void createWithParents(String path, byte[] data) throws KeeperException;

    /** Makes a persistent node whose name ends with its parent's next number; returns its path. */
    String createSequential(String prefix, byte[] data) throws KeeperException;

    /** Replaces what a node holds. */
    Stat write(String path, byte[] data, int version) throws KeeperException;

    /** Replaces what a node holds and then reads another one, in one round trip where the store can. */
    default Noted write(String path, byte[] data, int version, String note) throws KeeperException {
        return new Noted(write(path, data, version), read(note));
    }

    /** Removes a node. */
    void delete(String path, int version) throws KeeperException;

    /** Carries out all steps or none; for each write it returns the state of its node, for the others null. */
    List<@Nullable Stat> commit(List<Step> steps) throws KeeperException;

    /** Waits until a node is changed or removed by a transaction after the one given; false if none came. */
    boolean changes(String path, long transaction, Duration patience) throws KeeperException;

    @Override
    void close();
}
