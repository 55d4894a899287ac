package io.distid.zookeeper;

import io.distid.spi.RecordStore.LeaseRecord;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * Leaf's own nodes at {@code /snowflake/<name>/forever/<ip>:<port>-<number>}, beside the records of these numbers. Whenever distid writes a record, it
 * uploads the first ms above the reservation. A later upload of a Leaf counts as a record of that Leaf. Safe for use by any number of threads.
 */
final class LeafSnowflakeNodes implements CompanionNodes {
    /** Leaf uploads every 3 s. For this long after an upload a Leaf may have used any tick. */
    static final Duration LEAF_SILENCE = Duration.ofSeconds(4);

    private static final String LEAFS = "leaf-";

    private final ZooKeeperTree tree;
    private final String forever;
    /** Addresses by number. No entry is ever removed, since a holder has to notice that its node is gone. */
    private final Map<Integer, String> addresses = new ConcurrentHashMap<>();

    /**
     * Creates the nodes of one fleet.
     *
     * @param path the path of the fleet
     */
    LeafSnowflakeNodes(ZooKeeperTree tree, String path) {
        this.tree = tree;
        this.forever = path + "/forever";
    }

    /** The node above all numbers. */
    String parent() {
        return forever;
    }

    /** Adds the path of a node. */
    void add(LeafSnowflakeNode node) {
        addresses.put(node.number(), node.address());
    }

    String path(LeafSnowflakeNode node) {
        return forever + "/" + node.name();
    }

    /** Whether a record stands for the upload of a Leaf. */
    static boolean isLeafs(LeaseRecord record) {
        return record.token().startsWith(LEAFS);
    }

    @Override
    public @Nullable String path(int id) {
        String address = addresses.get(id);
        return address == null ? null : path(new LeafSnowflakeNode(address, id));
    }

    @Override
    public @Nullable LeaseRecord seen(
            String path, ZooKeeperTree.@Nullable Node leaf, @Nullable LeaseRecord record, @Nullable Stat written) {
        if (leaf == null) {
            return record == null ? null : withoutNode(record, path);
        }
        Stat stat = leaf.stat();
        if (written != null && written.getMzxid() == stat.getMzxid()) {
            return record;
        }
        long timestamp = LeafSnowflakeUpload.timestamp(path, leaf.data());
        if (stat.getVersion() == 0 && (timestamp == 0 || timestamp == unreserved(record))) {
            // Distid created or renamed the node, and no process has used it since.
            return record;
        }
        long silence = LEAF_SILENCE.toMillis();
        long stamped = Math.max(record == null ? 0 : record.bound(), timestamp + silence);
        return new LeaseRecord(
                LEAFS + stat.getMzxid(),
                stamped,
                stamped,
                stat.getMtime() + silence,
                "a Leaf (node " + path + ")",
                record == null ? null : record.version());
    }

    /** Returns the record without a holder: the holder has lost the number, since a Leaf may get it again. */
    private static LeaseRecord withoutNode(LeaseRecord record, String path) {
        return new LeaseRecord(
                "gone-" + record.token(),
                record.bound(),
                record.stamped(),
                record.freeFrom(),
                record.holder() + " (whose node " + path + " is gone)",
                record.version());
    }

    @Override
    public ZooKeeperTree.Step writing(String path, ZooKeeperTree.@Nullable Node leaf, LeaseRecord next) {
        if (leaf == null) {
            return new ZooKeeperTree.Check(path);
        }
        String address = Objects.requireNonNull(LeafSnowflakeNode.parse(path)).address();
        return new ZooKeeperTree.Write(
                path, LeafSnowflakeUpload.of(address, unreserved(next)).bytes(), version(path, leaf));
    }

    /** The first ms that a Leaf may use beside a record. */
    static long unreserved(@Nullable LeaseRecord record) {
        return record == null ? 0 : Math.max(record.bound(), 0) + 1;
    }

    /** The version that a write to a node requires. */
    int version(String path, ZooKeeperTree.Node leaf) {
        return NamedVersion.of(tree, path, leaf.stat().getVersion(), "once the reservations of its holders are over");
    }
}
