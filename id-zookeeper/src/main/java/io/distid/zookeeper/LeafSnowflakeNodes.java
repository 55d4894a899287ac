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
 * uploads the first ms that no tick is reserved for. What a Leaf has uploaded since counts as a record of that Leaf. Safe for use by any number of
 * threads.
 */
final class LeafSnowflakeNodes implements CompanionNodes {
    /** Leaf uploads every 3 s. So long after an upload its process may have used any tick. */
    static final Duration LEAF_SILENCE = Duration.ofSeconds(4);

    private static final String LEAFS = "leaf-";

    private final ZooKeeperTree tree;
    private final String forever;
    /** By number. None is ever removed: whoever holds a number has to notice that its node is gone. */
    private final Map<Integer, String> addresses = new ConcurrentHashMap<>();

    /**
     * Those of one fleet.
     *
     * @param path of the fleet
     */
    LeafSnowflakeNodes(ZooKeeperTree tree, String path) {
        this.tree = tree;
        this.forever = path + "/forever";
    }

    /** The node above them. */
    String parent() {
        return forever;
    }

    /** Makes the path of a node known. */
    void add(LeafSnowflakeNode node) {
        addresses.put(node.number(), node.address());
    }

    String path(LeafSnowflakeNode node) {
        return forever + "/" + node.name();
    }

    /** Whether a record is one that a Leaf's upload counts as. */
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
            // Distid made or renamed it, and nobody has used it since.
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

    /** Nobody's: its holder has lost the number, since a Leaf may be given it once more. */
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

    /** By which a write to a node names what was read. */
    int version(String path, ZooKeeperTree.Node leaf) {
        return NamedVersion.of(tree, path, leaf.stat().getVersion(), "once the reservations of its holders are over");
    }
}
