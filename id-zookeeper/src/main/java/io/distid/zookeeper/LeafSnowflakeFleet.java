package io.distid.zookeeper;

import io.distid.ConfigException;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of one Leaf fleet: Leaf's own at {@code /snowflake/<name>/forever/<ip>:<port>-<number>}, and distid's beside them at
 * {@code /snowflake/<name>/distid/<number>}, with the layout in {@code /snowflake/<name>/distid} itself.
 *
 * <p>Knows how they are read and moved, each step one transaction that names the versions which were read.
 */
final class LeafSnowflakeFleet {
    private static final System.Logger LOG = System.getLogger(LeafSnowflakeFleet.class.getName());

    private final ZooKeeperTree tree;
    private final String forever;
    private final String marks;
    private final ServerClock clock;

    LeafSnowflakeFleet(ZooKeeperTree tree, String name) {
        this.tree = tree;
        this.forever = "/snowflake/" + name + "/forever";
        this.marks = "/snowflake/" + name + "/distid";
        this.clock = new ServerClock(tree, marks + "/clock");
    }

    /** What was there when the fleet was looked at: its nodes, and the number that ZooKeeper gives next. */
    record Members(List<LeafSnowflakeNode> nodes, int next) {}

    /** A number as it was read: Leaf's node and, once it is made, the mark. */
    record Found(
            LeafSnowflakeNode node,
            long timestamp,
            Stat stat,
            @Nullable LeafSnowflakeMark mark,
            @Nullable Stat markStat) {
        /** The mark, if it and Leaf's node were last changed together. */
        @Nullable
        LeafSnowflakeMark current() {
            return markStat != null && markStat.getMzxid() == stat.getMzxid() ? mark : null;
        }

        /** The transaction that made the mark, which is there. */
        long madeBy() {
            return Objects.requireNonNull(markStat, "mark").getCzxid();
        }

        /** The last transaction that changed the mark, which is there, or Leaf's node. */
        long transaction() {
            return Math.max(Objects.requireNonNull(markStat, "mark").getMzxid(), stat.getMzxid());
        }
    }

    /** The last write: the versions it made, its transaction, that which made the mark, and when it was by both clocks. */
    record Written(int version, int markVersion, long transaction, long madeBy, ZooKeeperHorizon.Moment moment) {
        /** Whether it went to the mark that was read. Else it went to another's, whose bound it overwrote. */
        boolean follows(Found read) {
            return follows(read.madeBy(), read.transaction());
        }

        /** Whether it went to the mark that was written before. */
        boolean follows(Written before) {
            return follows(before.madeBy, before.transaction);
        }

        /** A mark that was made anew, or restored, can have the same version: its transactions tell. */
        private boolean follows(long maker, long last) {
            return madeBy == maker && transaction > last;
        }
    }

    String where(LeafSnowflakeNode node) {
        return "worker id " + node.number() + " (node " + path(node) + " on ZooKeeper at " + tree.where() + ")";
    }

    String where() {
        return forever + " on ZooKeeper at " + tree.where();
    }

    String markPath(int number) {
        return marks + "/" + LeafSnowflakeNode.digits(number);
    }

    /** Whether there is a fleet of that name. */
    boolean exists() throws KeeperException {
        return tree.stat(forever) != null;
    }

    /** Whether distid keeps marks of it: a fleet that only Leaf has used so far has none. */
    boolean hasMarks() throws KeeperException {
        return tree.stat(marks) != null;
    }

    /** Makes the nodes above the numbers where that is allowed, and refuses another layout. */
    void open(String layout, boolean create) throws KeeperException {
        if (!exists()) {
            if (!create) {
                throw new ConfigException("there is no Leaf fleet at " + where()
                        + ": is its name right? If it is a new one, pass create=true for its first start");
            }
            makeUnlessThere(forever, new byte[0]);
        }
        if (!hasMarks()) {
            LOG.log(
                    Level.INFO,
                    "the marks of the fleet at " + where()
                            + " are made anew: its first ids lie above all that holders of lost ones can have reserved");
            makeUnlessThere(marks, layout.getBytes(StandardCharsets.UTF_8));
        }
        requireLayout(layout, tree.read(marks));
    }

    private void requireLayout(String layout, ZooKeeperTree.@Nullable Node node) {
        String found = node == null ? "" : new String(node.data(), StandardCharsets.UTF_8);
        if (!found.equals(layout)) {
            throw new ConfigException("the fleet at " + where() + " is in use with the layout \"" + found + "\", not \""
                    + layout + "\": ids of two layouts can be equal; take another name");
        }
    }

    /**
     * How the node above the marks stood.
     *
     * @param serverMillis the server's clock, before that
     */
    record View(long serverMillis, Stat stat) {}

    /** Looks at the node above the marks. The fleet may have been lost since it was opened, and made anew with another layout, which is refused. */
    View view(String layout) throws KeeperException {
        long serverMillis = serverMillis();
        ZooKeeperTree.Node node = tree.read(marks);
        if (node == null) {
            throw new KeeperException.NoNodeException(marks);
        }
        requireLayout(layout, node);
        return new View(serverMillis, node.stat());
    }

    /** Whether the node above the marks is the one that was looked at, and was not removed since. */
    boolean isStill(View view) throws KeeperException {
        Stat now = tree.stat(marks);
        return now != null && now.getCzxid() == view.stat.getCzxid();
    }

    /** The server's clock. It is returned only as the time of a change, so one is made, to a node of its own. */
    long serverMillis() throws KeeperException {
        return clock.millis();
    }

    Members members() throws KeeperException {
        ZooKeeperTree.Children children = tree.children(forever);
        List<LeafSnowflakeNode> nodes = new ArrayList<>();
        for (String name : children.names()) {
            LeafSnowflakeNode node = LeafSnowflakeNode.parse(name);
            if (node != null) {
                nodes.add(node);
            }
        }
        // A client reads creations and deletions as one number; the next number is how many creations there were.
        return new Members(
                nodes, (children.stat().getCversion() + children.stat().getNumChildren()) / 2);
    }

    /** A number as it stands, or null if its node is gone. */
    @Nullable
    Found read(LeafSnowflakeNode node) throws KeeperException {
        ZooKeeperTree.Node read = tree.read(path(node));
        if (read == null) {
            return null;
        }
        long timestamp = LeafSnowflakeUpload.timestamp(path(node), read.data());
        String markPath = markPath(node.number());
        ZooKeeperTree.Node mark = tree.read(markPath);
        return mark == null
                ? new Found(node, timestamp, read.stat(), null, null)
                : new Found(node, timestamp, read.stat(), LeafSnowflakeMark.parse(markPath, mark.data()), mark.stat());
    }

    /** The mark of a number, whatever became of Leaf's node; null if there is none. */
    @Nullable
    LeafSnowflakeMark mark(int number) throws KeeperException {
        ZooKeeperTree.Node mark = tree.read(markPath(number));
        return mark == null ? null : LeafSnowflakeMark.parse(markPath(number), mark.data());
    }

    /** Waits for a change of Leaf's node since it was read; false if none came. */
    boolean changes(Found found, Duration patience) throws KeeperException {
        return tree.changes(path(found.node()), found.stat().getMzxid(), patience);
    }

    /**
     * A new node with the next number, as Leaf makes one. If the answer is lost, the node is found under its address by who asks again, and
     * taken for one that a Leaf has left: that costs the time of a Leaf's silence, and no number.
     */
    LeafSnowflakeNode make(String address, long clock) throws KeeperException {
        String made = tree.createSequential(
                forever + "/" + address + "-",
                LeafSnowflakeUpload.of(address, clock).bytes());
        return Objects.requireNonNull(LeafSnowflakeNode.parse(made), made);
    }

    /** Makes the mark of a number that has none, without a holder. Done twice, or by two, it is done once. */
    void mark(LeafSnowflakeNode node, LeafSnowflakeMark mark) throws KeeperException {
        try {
            tree.create(markPath(node.number()), mark.bytes());
        } catch (KeeperException.NodeExistsException e) {
            // Another process of this address was first, or the answer to an attempt of this one was lost.
        }
    }

    /** Takes back a node that was just made. */
    void remove(LeafSnowflakeNode node) throws KeeperException {
        try {
            tree.delete(path(node), 0);
        } catch (KeeperException.NoNodeException e) {
            // It is gone, as it should be.
        }
    }

    /** Moves a number to its next state, under the address given. */
    Written take(Found found, String address, LeafSnowflakeMark mark) throws KeeperException {
        LeafSnowflakeNode node = new LeafSnowflakeNode(address, found.node().number());
        int version = found.stat().getVersion();
        int markVersion = Objects.requireNonNull(found.markStat(), "mark").getVersion();
        if (node.equals(found.node())) {
            return write(node, version, markVersion, mark);
        }
        List<@Nullable Stat> done = tree.commit(List.of(
                marking(node, markVersion, mark),
                new ZooKeeperTree.Delete(path(found.node()), named(path(found.node()), version)),
                new ZooKeeperTree.Create(path(node), upload(node, mark))));
        return written(0, Objects.requireNonNull(done.get(0)));
    }

    /** Moves a number that is held on: one round trip. */
    Written write(LeafSnowflakeNode node, int version, int markVersion, LeafSnowflakeMark mark) throws KeeperException {
        List<@Nullable Stat> done = tree.commit(List.of(
                marking(node, markVersion, mark),
                new ZooKeeperTree.Write(path(node), upload(node, mark), named(path(node), version))));
        return written(version + 1, Objects.requireNonNull(done.get(0)));
    }

    /**
     * Raises the mark of another, which was overwritten, above all that the other can have reserved. With Leaf's node, since a mark that is
     * written alone looks as if a Leaf had written last.
     */
    void raise(LeafSnowflakeNode node, Written written, LeafSnowflakeMark mark) throws KeeperException {
        try {
            write(node, written.version(), written.markVersion(), mark);
        } catch (KeeperException.NoNodeException | KeeperException.BadVersionException e) {
            // It is gone, and whoever makes it anew begins above all that was reserved.
        }
    }

    /** What was found, as if this had written it. */
    Written written(Found found) {
        return written(found.stat().getVersion(), Objects.requireNonNull(found.markStat(), "mark"));
    }

    private Written written(int version, Stat mark) {
        return new Written(
                version,
                mark.getVersion(),
                mark.getMzxid(),
                mark.getCzxid(),
                new ZooKeeperHorizon.Moment(mark.getMtime(), tree.nanoTime()));
    }

    private ZooKeeperTree.Write marking(LeafSnowflakeNode node, int version, LeafSnowflakeMark mark) {
        String path = markPath(node.number());
        return new ZooKeeperTree.Write(path, mark.bytes(), named(path, version));
    }

    private int named(String path, int version) {
        return NamedVersion.of(tree, path, version, "once the reservations of its holders are over");
    }

    private static byte[] upload(LeafSnowflakeNode node, LeafSnowflakeMark mark) {
        return LeafSnowflakeUpload.of(node.address(), mark.timestamp()).bytes();
    }

    private void makeUnlessThere(String path, byte[] data) throws KeeperException {
        if (tree.stat(path) != null) {
            return;
        }
        try {
            tree.createWithParents(path, data);
        } catch (KeeperException.NodeExistsException e) {
            // Another node of the fleet was first.
        }
    }

    private String path(LeafSnowflakeNode node) {
        return forever + "/" + node.name();
    }
}
