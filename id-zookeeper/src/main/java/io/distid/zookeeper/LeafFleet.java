package io.distid.zookeeper;

import io.distid.ConfigException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.CuratorWatcher;
import org.apache.curator.framework.api.transaction.CuratorOp;
import org.apache.curator.framework.api.transaction.CuratorTransactionResult;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Watcher.Event.EventType;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of one Leaf fleet: Leaf's own at {@code /snowflake/<name>/forever/<ip>:<port>-<number>}, and distid's beside them at
 * {@code /snowflake/<name>/distid/<number>}, with the layout in {@code /snowflake/<name>/distid} itself.
 *
 * <p>Knows how they are read and moved, each step one transaction that names the versions which were read.
 */
final class LeafFleet {
    /** The version of a mark that is to be made. */
    private static final int NONE = -1;

    private final ZooKeeperLink link;
    private final String forever;
    private final String marks;

    LeafFleet(ZooKeeperLink link, String name) {
        this.link = link;
        this.forever = "/snowflake/" + name + "/forever";
        this.marks = "/snowflake/" + name + "/distid";
    }

    /** What was there when the fleet was looked at: its nodes, and the number that ZooKeeper gives next. */
    record Members(List<LeafNode> nodes, int next) {}

    /** A number as it was read. */
    record Found(
            LeafNode node,
            long timestamp,
            Stat stat,
            @Nullable LeafMark mark,
            @Nullable Stat markStat) {
        /** The mark, if it and Leaf's node were last changed together. */
        @Nullable
        LeafMark current() {
            return markStat != null && markStat.getMzxid() == stat.getMzxid() ? mark : null;
        }
    }

    /** The last write: the versions it made, its transaction, and when it was by the server's clock and by this process's. */
    record Written(int version, int markVersion, long transaction, long serverMillis, long nanoTime) {
        private static Written of(int version, int markVersion, Stat stat) {
            return new Written(version, markVersion, stat.getMzxid(), stat.getMtime(), System.nanoTime());
        }

        long serverNow() {
            return serverMillis + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - nanoTime);
        }
    }

    String where(LeafNode node) {
        return "worker id " + node.number() + " (node " + path(node) + " on ZooKeeper at " + link.where() + ")";
    }

    String where() {
        return forever + " on ZooKeeper at " + link.where();
    }

    String markPath(int number) {
        return marks + "/" + LeafNode.digits(number);
    }

    /** Makes the nodes above the numbers where that is allowed, and refuses another layout. */
    void open(String layout, boolean create) throws KeeperException {
        if (link.call(forever, client -> client.checkExists().forPath(forever)) == null) {
            if (!create) {
                throw new ConfigException("there is no Leaf fleet at " + where()
                        + ": is its name right? If it is a new one, pass create=true for its first start");
            }
            makeUnlessThere(forever, new byte[0]);
        }
        makeUnlessThere(marks, layout.getBytes(StandardCharsets.UTF_8));
        String found = new String(link.call(marks, client -> client.getData().forPath(marks)), StandardCharsets.UTF_8);
        if (!found.equals(layout)) {
            throw new ConfigException("the fleet at " + where() + " is in use with the layout \"" + found + "\", not \""
                    + layout + "\": ids of two layouts can be equal; take another name");
        }
    }

    /** The server's clock. It is told only as the time of a change, so one is made, which changes nothing. */
    long serverTime(String layout) throws KeeperException {
        return link.call(marks, client -> client.setData().forPath(marks, layout.getBytes(StandardCharsets.UTF_8)))
                .getMtime();
    }

    Members members() throws KeeperException {
        Stat stat = new Stat();
        List<String> names = link.call(
                forever, client -> client.getChildren().storingStatIn(stat).forPath(forever));
        List<LeafNode> nodes = new ArrayList<>();
        for (String name : names) {
            LeafNode node = LeafNode.parse(name);
            if (node != null) {
                nodes.add(node);
            }
        }
        // A client is told creations and deletions together; the next number is how many creations there were.
        return new Members(nodes, (stat.getCversion() + stat.getNumChildren()) / 2);
    }

    /** A number as it stands, or null if its node is gone. */
    @Nullable
    Found read(LeafNode node) throws KeeperException {
        Stat stat = new Stat();
        byte[] data;
        try {
            data = link.call(
                    path(node), client -> client.getData().storingStatIn(stat).forPath(path(node)));
        } catch (KeeperException.NoNodeException e) {
            return null;
        }
        long timestamp = LeafUpload.timestamp(path(node), data);
        String markPath = markPath(node.number());
        Stat markStat = new Stat();
        try {
            byte[] mark = link.call(
                    markPath, client -> client.getData().storingStatIn(markStat).forPath(markPath));
            return new Found(node, timestamp, stat, LeafMark.parse(markPath, mark), markStat);
        } catch (KeeperException.NoNodeException e) {
            return new Found(node, timestamp, stat, null, null);
        }
    }

    /** Waits for a change of Leaf's node since it was read; false if none came. */
    boolean changes(Found found, Duration patience) throws KeeperException {
        CountDownLatch changed = new CountDownLatch(1);
        CuratorWatcher watcher = event -> {
            if (event.getType() != EventType.None) {
                changed.countDown();
            }
        };
        String path = path(found.node());
        Stat now = link.call(
                path, client -> client.checkExists().usingWatcher(watcher).forPath(path));
        if (now == null || now.getMzxid() != found.stat().getMzxid()) {
            return true;
        }
        return link.call(path, client -> changed.await(patience.toMillis(), TimeUnit.MILLISECONDS));
    }

    /** A new node with the next number, as Leaf makes one. */
    LeafNode make(String address, long clock) throws KeeperException {
        byte[] upload = LeafUpload.of(address, clock).bytes();
        String made = link.call(
                forever,
                client -> client.create()
                        .withMode(CreateMode.PERSISTENT_SEQUENTIAL)
                        .forPath(forever + "/" + address + "-", upload));
        return Objects.requireNonNull(LeafNode.parse(made), made);
    }

    /** Takes back a node that was just made. */
    void remove(LeafNode node) throws KeeperException {
        try {
            link.call(path(node), client -> client.delete().withVersion(0).forPath(path(node)));
        } catch (KeeperException.NoNodeException e) {
            // It is gone, as it should be.
        }
    }

    /** Moves a number to its next state, under the address given. */
    Written take(Found found, String address, LeafMark mark) throws KeeperException {
        LeafNode node = new LeafNode(address, found.node().number());
        int version = found.stat().getVersion();
        Stat markStat = found.markStat();
        if (node.equals(found.node())) {
            return write(node, version, markStat == null ? NONE : markStat.getVersion(), mark);
        }
        link.call(
                path(node),
                client -> client.transaction()
                        .forOperations(
                                client.transactionOp()
                                        .delete()
                                        .withVersion(version)
                                        .forPath(path(found.node())),
                                client.transactionOp().create().forPath(path(node), upload(node, mark)),
                                marking(client, node, markStat == null ? NONE : markStat.getVersion(), mark)));
        // A creation does not tell its transaction.
        Stat made = link.call(path(node), client -> client.checkExists().forPath(path(node)));
        if (made == null) {
            throw new KeeperException.NoNodeException(path(node));
        }
        return Written.of(0, markStat == null ? 0 : markStat.getVersion() + 1, made);
    }

    /** Moves a number that is held on: one round trip. */
    Written write(LeafNode node, int version, int markVersion, LeafMark mark) throws KeeperException {
        List<CuratorTransactionResult> done = link.call(
                path(node),
                client -> client.transaction()
                        .forOperations(
                                client.transactionOp()
                                        .setData()
                                        .withVersion(version)
                                        .forPath(path(node), upload(node, mark)),
                                marking(client, node, markVersion, mark)));
        Stat stat = done.get(0).getResultStat();
        return Written.of(stat.getVersion(), markVersion == NONE ? 0 : markVersion + 1, stat);
    }

    private CuratorOp marking(CuratorFramework client, LeafNode node, int version, LeafMark mark) throws Exception {
        String path = markPath(node.number());
        return version == NONE
                ? client.transactionOp().create().forPath(path, mark.bytes())
                : client.transactionOp().setData().withVersion(version).forPath(path, mark.bytes());
    }

    private static byte[] upload(LeafNode node, LeafMark mark) {
        return LeafUpload.of(node.address(), mark.timestamp()).bytes();
    }

    private void makeUnlessThere(String path, byte[] data) throws KeeperException {
        if (link.call(path, client -> client.checkExists().forPath(path)) != null) {
            return;
        }
        try {
            link.call(path, client -> client.create().creatingParentsIfNeeded().forPath(path, data));
        } catch (KeeperException.NodeExistsException e) {
            // Another node of the fleet was first.
        }
    }

    private String path(LeafNode node) {
        return forever + "/" + node.name();
    }
}
