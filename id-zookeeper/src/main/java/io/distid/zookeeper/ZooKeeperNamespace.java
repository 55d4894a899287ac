package io.distid.zookeeper;

import io.distid.ConfigException;
import io.distid.worker.WorkerRequest;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * The node of one namespace, which holds the layout, and those below it: one for each worker id that was ever granted, the clock, and the floor.
 *
 * <p>The node of the floor holds how many ms above its time of change each lease begins. The transaction of that change tells in which epoch of the ensemble it was made. Each election of a
 * leader begins another one, and so does each start of an ensemble, be it on a backup that lacks the last grants and renewals. So where the epoch is another one, the floor is raised before an
 * id is taken, and whoever has taken one looks at it once more. It tells no time of its own: whoever stands still before he raises it, while the ensemble goes back, would write one that is too early.
 */
final class ZooKeeperNamespace {
    private static final System.Logger LOG = System.getLogger(ZooKeeperNamespace.class.getName());

    private final ZooKeeperTree tree;
    private final WorkerRequest request;
    private final String path;
    private final ServerClock clock;
    private final String floor;

    ZooKeeperNamespace(ZooKeeperTree tree, String parent, WorkerRequest request) {
        this.tree = tree;
        this.request = request;
        this.path = parent + "/" + ZooKeeperKeys.element(request.namespace());
        this.clock = new ServerClock(tree, path + "/clock");
        this.floor = path + "/floor";
    }

    /**
     * A namespace as it was seen.
     *
     * @param serverMillis the server's time
     * @param epoch of the ensemble
     * @param noted the floor, as its node had it; null if there is none
     * @param ids those that have a node
     * @param stat how the namespace's own node stood when they were listed
     */
    record View(long serverMillis, long epoch, ZooKeeperTree.@Nullable Node noted, TreeSet<Integer> ids, Stat stat) {
        /** Above which each lease begins. */
        long floor() {
            return noted == null ? Long.MIN_VALUE : Floor.parse(noted).millis();
        }

        /** Whether nothing can have been lost since the floor was made. */
        boolean isFloorCurrent() {
            return noted != null && Floor.parse(noted).epoch() == epoch;
        }

        /** Whether that is so still, by a write and what was noted after it. */
        boolean isFloorStillCurrent(Stat written, ZooKeeperTree.@Nullable Node after) {
            return noted != null
                    && after != null
                    && Floor.parse(noted).equals(Floor.parse(after))
                    && epochOf(written.getMzxid()) == epoch;
        }
    }

    /** What the node of the floor tells. */
    private record Floor(long epoch, long millis) {
        private static final Pattern FORM = Pattern.compile("-?\\d{1,15}");

        static Floor parse(ZooKeeperTree.Node node) {
            String text = new String(node.data(), StandardCharsets.UTF_8);
            Stat stat = node.stat();
            // What somebody else wrote is no floor: it is made anew.
            return FORM.matcher(text).matches()
                    ? new Floor(epochOf(stat.getMzxid()), stat.getMtime() + Long.parseLong(text))
                    : new Floor(-1, Long.MIN_VALUE);
        }
    }

    /** The epoch of the ensemble in which a transaction was carried out. */
    static long epochOf(long transaction) {
        return transaction >>> Integer.SIZE;
    }

    /** What is noted beside. */
    String floorNode() {
        return floor;
    }

    /**
     * Moves the floor above all that holders of lost records can have reserved.
     *
     * @param horizon the greatest bound that can have been written by the time of the view
     */
    void raise(View view, long horizon) throws KeeperException {
        long ahead = Math.max(view.floor(), horizon) - view.serverMillis;
        byte[] data = Long.toString(ahead).getBytes(StandardCharsets.UTF_8);
        try {
            if (view.noted == null) {
                tree.create(floor, data);
            } else {
                Stat raised = tree.write(
                        floor,
                        data,
                        NamedVersion.of(tree, floor, view.noted.stat().getVersion(), "at any time"));
                LOG.log(
                        Level.INFO,
                        "namespace \"" + request.namespace() + "\" (node " + path + " on ZooKeeper at " + tree.where()
                                + ") is in epoch " + epochOf(raised.getMzxid())
                                + " of the ensemble now, and its floor was of epoch "
                                + epochOf(view.noted.stat().getMzxid())
                                + ": where that is a backup, and no election of a leader, grants may be missing;"
                                + " ids that are taken from now on begin at "
                                + Instant.ofEpochMilli(raised.getMtime() + ahead + 1));
            }
        } catch (KeeperException.NodeExistsException
                | KeeperException.BadVersionException
                | KeeperException.NoNodeException raced) {
            // Another was first, which the next look shows.
        }
    }

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
        return tree.look(path, clock.node(), floor);
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
        Stat written = look.written() == null ? clock.write() : look.written();
        TreeSet<Integer> ids = new TreeSet<>();
        for (String name : children.names()) {
            int id = id(name);
            if (id >= 0) {
                ids.add(id);
            }
        }
        return new View(
                clock.wrote(written.getMtime()), epochOf(written.getMzxid()), look.note(), ids, children.stat());
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
