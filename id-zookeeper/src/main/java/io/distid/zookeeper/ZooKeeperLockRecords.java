package io.distid.zookeeper;

import io.distid.coordination.LockRecord;
import io.distid.coordination.LockRecords;
import io.distid.coordination.LockStore.Watch;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.concurrent.locks.LockSupport;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * Records of locks in ZooKeeper, with a persistent node for each: an ephemeral one would end with its session, at a time that the holder cannot
 * know. A write requires the version that was read. The time of the write completes the record. Safe for use by any number of threads.
 *
 * <p>A number is not below ZooKeeper's time of the write in µs. If only the node was lost, the id of the transaction would do without a
 * clock. But the id falls back with the ensemble, and nothing in a restored ensemble shows that. A node can be created, removed and created
 * again within one ms. So a write in the same ms as the node's creation does not count.
 */
record ZooKeeperLockRecords(ZooKeeperTree tree, LockWatches watches, String path) implements LockRecords {
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
            ZooKeeperTree.Look look = tree.look(Collections.singletonList(node), path + "/clock");
            if (look.clock() != null) {
                return seen(node, look.nodes().get(0), look.clock().getMtime());
            }
            try {
                tree.createWithParents(path + "/clock", new byte[0]);
            } catch (KeeperException.NodeExistsException e) {
                // Another process created the node, which only has to exist.
            }
            return look(lock);
        });
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
            Stat written = replaced(lock, read, next);
            if (written == null) {
                return null;
            }
            // A node that was removed and created again can have the version of its predecessor.
            if (read != null && (written.getCzxid() != read.getCzxid() || written.getMzxid() <= read.getMzxid())) {
                // The lock is freed with a number above all earlier grants. Each of these was a write, with a number
                // one above its predecessor or from the write's time.
                long most = written.getMtime() * 1_000 + Integer.toUnsignedLong(written.getVersion());
                replaced(lock, written, new LockRecord(false, most, written.getMtime(), 0, "-", "-", true, 0));
                return null;
            }
            if (written.getMtime() == written.getCtime()) {
                LockSupport.parkNanos(1_000_000);
                return null;
            }
            return resolved(next, written);
        });
    }

    private @Nullable Stat replaced(String lock, @Nullable Stat read, LockRecord next) throws KeeperException {
        String node = node(lock);
        byte[] text = next.text().getBytes(StandardCharsets.UTF_8);
        try {
            return read == null
                    ? tree.create(node, text)
                    : tree.write(
                            node, text, NamedVersion.of(tree, node, read.getVersion(), "while nobody holds the lock"));
        } catch (KeeperException.NodeExistsException | KeeperException.BadVersionException e) {
            return null;
        } catch (KeeperException.NoNodeException e) {
            // Perhaps the nodes above are missing, which a look creates.
            look(lock);
            return null;
        }
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
