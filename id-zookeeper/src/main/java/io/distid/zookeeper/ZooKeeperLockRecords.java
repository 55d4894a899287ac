package io.distid.zookeeper;

import io.distid.BackendException;
import io.distid.coordination.LockRecord;
import io.distid.coordination.LockRecords;
import io.distid.coordination.LockStore.Watch;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * Records of locks in ZooKeeper, with a persistent node for each. A write requires the version that was read. The time of the write completes
 * the record.
 *
 * <p>A number is not below ZooKeeper's time of the write in µs. If only the node was lost, the id of the transaction would do without a
 * clock. But the id falls back with the ensemble, and nothing in a restored ensemble shows that. A node can be created, removed and created
 * again within one ms. So a write in the same ms as the node's creation does not count.
 *
 * <p>The node is not ephemeral, unlike the nodes of Curator's recipes. A lock of such a node ends with its session, at a time that the holder
 * cannot know.
 *
 * <p>Safe for use by any number of threads.
 */
final class ZooKeeperLockRecords implements LockRecords {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final ZooKeeperTree tree;
    private final LockWatches watches;
    private final String path;

    ZooKeeperLockRecords(ZooKeeperTree tree, LockWatches watches, String path) {
        this.tree = tree;
        this.watches = watches;
        this.path = path;
    }

    /** Reads without the time: only writes report ZooKeeper's time, and most requested locks are free. */
    @Override
    public Seen glance(String lock) {
        String node = node(lock);
        return tree.answer(node, () -> seen(node, tree.read(node), Seen.UNTIMED));
    }

    @Override
    public Seen look(String lock) {
        String node = node(lock);
        return tree.answer(node, () -> {
            ZooKeeperTree.Look look = tree.look(Arrays.asList(node), clock());
            if (look.clock() == null) {
                makeClock();
                look = tree.look(Arrays.asList(node), clock());
            }
            Stat written = look.clock();
            if (written == null) {
                throw new BackendException(this + ": other clients remove node " + clock() + ", which gives its time");
            }
            return seen(node, look.nodes().get(0), written.getMtime());
        });
    }

    private String clock() {
        return path + "/clock";
    }

    private void makeClock() throws KeeperException {
        try {
            tree.createWithParents(clock(), new byte[0]);
        } catch (KeeperException.NodeExistsException e) {
            // Another process created the node, which only has to exist.
        }
    }

    private Seen seen(String node, ZooKeeperTree.@Nullable Node found, long millis) {
        if (found == null) {
            return new Seen(null, millis, millis, null);
        }
        String text = new String(found.data(), StandardCharsets.UTF_8);
        LockRecord record = LockRecord.parse("node " + node + " of " + this, text);
        return new Seen(resolved(record, found.stat()), millis, millis, found.stat());
    }

    private static LockRecord resolved(LockRecord record, Stat written) {
        return record.at(written.getMtime(), written.getMtime() * 1_000);
    }

    @Override
    public @Nullable LockRecord write(String lock, Seen seen, LockRecord next) {
        String node = node(lock);
        return tree.answer(node, () -> {
            Stat read = (Stat) seen.version();
            Stat written = replaced(node, read, next);
            if (written == null) {
                return null;
            }
            // A node that was removed and created again can have the version of its predecessor.
            if (read != null && (written.getCzxid() != read.getCzxid() || written.getMzxid() <= read.getMzxid())) {
                freeAboveAll(node, written);
                return null;
            }
            if (written.getMtime() == written.getCtime()) {
                LockSupport.parkNanos(NANOS_PER_MILLI);
                return null;
            }
            return resolved(next, written);
        });
    }

    private @Nullable Stat replaced(String node, @Nullable Stat read, LockRecord next) throws KeeperException {
        byte[] text = next.text().getBytes(StandardCharsets.UTF_8);
        try {
            if (read == null) {
                return tree.create(node, text);
            }
            int version = NamedVersion.of(tree, node, read.getVersion(), "while nobody holds the lock");
            return tree.write(node, text, version);
        } catch (KeeperException.NodeExistsException | KeeperException.BadVersionException e) {
            return null;
        } catch (KeeperException.NoNodeException e) {
            makeClock();
            return null;
        }
    }

    /**
     * Frees a lock after a write over a record that was not read. The number is above all earlier grants: each grant is a write, with a number
     * one above its predecessor or from the write's time.
     */
    private void freeAboveAll(String node, Stat stat) throws KeeperException {
        long most = stat.getMtime() * 1_000 + Integer.toUnsignedLong(stat.getVersion());
        replaced(node, stat, new LockRecord(false, most, stat.getMtime(), 0, "-", "-", true, 0));
    }

    /** The node of a lock, with a prefix: a lock may be called {@code clock}, or {@code .} or {@code ..}, which a path must not have. */
    private String node(String lock) {
        return path + "/lock-" + lock;
    }

    @Override
    public Watch watch(String lock, Runnable freed) {
        return watches.watch(node(lock), freed);
    }

    @Override
    public boolean isWatching() {
        return watches.isConnected();
    }

    @Override
    public void close() {
        tree.close();
    }

    @Override
    public String toString() {
        return "ZooKeeper at " + tree.where();
    }
}
