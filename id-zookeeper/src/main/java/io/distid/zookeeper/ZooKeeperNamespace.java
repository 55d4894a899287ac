package io.distid.zookeeper;

import io.distid.ConfigException;
import io.distid.worker.WorkerRequest;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.TreeSet;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/** The node of one namespace, which holds the layout, and those below it: one for each worker id that was ever granted, and the clock. */
final class ZooKeeperNamespace {
    private static final System.Logger LOG = System.getLogger(ZooKeeperNamespace.class.getName());

    private final ZooKeeperTree tree;
    private final WorkerRequest request;
    private final String path;
    private final ServerClock clock;

    ZooKeeperNamespace(ZooKeeperTree tree, String parent, WorkerRequest request) {
        this.tree = tree;
        this.request = request;
        this.path = parent + "/" + ZooKeeperKeys.element(request.namespace());
        this.clock = new ServerClock(tree, path + "/clock");
    }

    /** The server's time, the worker ids that have a node, and how the namespace's own node stood when they were listed. */
    record View(long serverMillis, TreeSet<Integer> ids, Stat stat) {}

    String path() {
        return path;
    }

    String node(int id) {
        return path + "/" + id;
    }

    /** The version of a worker id's node, for a write that names it. */
    int version(String node, Stat read) {
        return NamedVersion.of(tree, node, read.getVersion(), "once the reservations of its holders are over");
    }

    /** The worker id of a node of this namespace; -1 if it is none. */
    int idOf(String node) {
        return node.startsWith(path + "/") ? id(node.substring(path.length() + 1)) : -1;
    }

    /** Makes the namespace where that is allowed, and refuses another layout. One round trip if it is there. */
    View open(boolean create) throws KeeperException {
        ZooKeeperTree.Look look = look();
        if (look.node() == null) {
            if (!create) {
                throw new ConfigException("namespace " + path + " does not exist on ZooKeeper at " + tree.where()
                        + ". If it is new, pass create=true for its first start; if it was lost, first wait until the"
                        + " reservations of all its holders are over");
            }
            make();
            look = look();
        }
        return view(look);
    }

    /** How it stands now. It may have been removed since it was looked at last, and made anew with another layout. */
    View view() throws KeeperException {
        return view(look());
    }

    /** Whether it is the one that was looked at, and was not removed since. */
    boolean isStill(View view, Stat now) {
        return view.stat.getCzxid() == now.getCzxid();
    }

    private void requireLayout(ZooKeeperTree.Node node) {
        String found = new String(node.data(), StandardCharsets.UTF_8);
        if (!found.equals(request.fingerprint())) {
            throw new ConfigException("namespace \"" + request.namespace() + "\" (node " + path + " on ZooKeeper at "
                    + tree.where() + ") is in use with the layout \"" + found + "\", not \"" + request.fingerprint()
                    + "\": ids of two layouts can be equal; take another namespace");
        }
    }

    private ZooKeeperTree.Look look() throws KeeperException {
        return tree.look(path, clock.node());
    }

    private View view(ZooKeeperTree.Look look) throws KeeperException {
        ZooKeeperTree.Node node = look.node();
        ZooKeeperTree.Children children = look.children();
        if (node == null || children == null) {
            throw new KeeperException.NoNodeException(path);
        }
        requireLayout(node);
        if (node.stat().getCzxid() != children.stat().getCzxid()) {
            // The children are of another one, which was made between the two.
            return view();
        }
        Stat written = look.written();
        long serverMillis = written == null ? clock.millis() : clock.wrote(written.getMtime());
        TreeSet<Integer> ids = new TreeSet<>();
        for (String name : children.names()) {
            int id = id(name);
            if (id >= 0) {
                ids.add(id);
            }
        }
        return new View(serverMillis, ids, children.stat());
    }

    /** Carried out without an answer, it is there the next time: its time of creation is that of the namespace, whoever asks. */
    private void make() throws KeeperException {
        try {
            tree.createWithParents(path, request.fingerprint().getBytes(StandardCharsets.UTF_8));
            LOG.log(
                    Level.INFO,
                    "namespace \"" + request.namespace() + "\" is made anew (node " + path + " on ZooKeeper at "
                            + tree.where()
                            + "): its first ids lie above all that holders of a lost one can have reserved");
        } catch (KeeperException.NodeExistsException raced) {
            // Another node of the fleet was first; its layout is compared.
        }
    }

    long serverMillis() throws KeeperException {
        return clock.millis();
    }

    /** How the namespace's own node stands. */
    Stat stat() throws KeeperException {
        @Nullable Stat stat = tree.stat(path);
        if (stat == null) {
            throw new KeeperException.NoNodeException(path);
        }
        return stat;
    }

    private static int id(String name) {
        try {
            int id = Integer.parseInt(name);
            return Integer.toString(id).equals(name) ? id : -1;
        } catch (NumberFormatException e) {
            return -1;
        }
    }
}
