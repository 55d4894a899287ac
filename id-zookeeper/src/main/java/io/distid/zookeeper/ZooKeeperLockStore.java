package io.distid.zookeeper;

import io.distid.BackendException;
import io.distid.coordination.LockStore;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * Locks in ZooKeeper: a persistent node for each, moved by a read and a write that names the version which was read.
 *
 * <p>A number is greater than the one in the node, and not below ZooKeeper's time of the write in µs: so it grows as long as the node is
 * kept, whatever the clock does; and where the node was lost, as long as the clock has not gone back behind the last grant. A node can be made, removed
 * and made anew within one ms, so nothing is granted in the ms in which it was made. The id of
 * the transaction would need no clock where only the node was lost. But it falls back with the ensemble: one that is restored from
 * a backup, or wiped and set up anew, grants numbers that resources took long ago, and nothing in it shows that.
 *
 * <p>The node is not ephemeral, as those of Curator's recipes are: such a lock is gone with its session, which ends by the server's clock and
 * at a time that the holder cannot know while it is cut off; no shorter lease than a session can be had, and a session that is lost
 * and made anew costs the lock though its lease has not ended. Here the lease decides, as on all stores, and the session nothing.
 *
 * <p>A node that was removed and made anew can have the version that was read of the one before. Then a write went over a record that
 * nobody read, which the transactions in its answer show: it grants nothing, and the node is freed above all that can have been granted.
 */
final class ZooKeeperLockStore implements LockStore {
    /** Until a waiter that is told has asked again. */
    private static final Duration HAND_OVER = Duration.ofMillis(10);
    /** How often waiters ask while nobody tells them, and while somebody does. */
    private static final Duration POLL = Duration.ofMillis(50);

    private static final Duration POLL_BESIDE_WATCHES = Duration.ofSeconds(1);
    /** Times others take the lock and free it again, between a read and a write, before it counts as held. */
    private static final int MOST_TAKES = 3;
    /** Times others change the node, between a read and a write of its holder. */
    private static final int MOST_CHANGES = 16;
    /** Of ZooKeeper's clock. */
    private static final long TICK_NANOS = 1_000_000;

    private final ZooKeeperTree tree;
    private final LockWatches watches;
    private final String path;
    private final ServerClock clock;

    ZooKeeperLockStore(ZooKeeperTree tree, LockWatches watches, String path) {
        this.tree = tree;
        this.watches = watches;
        this.path = path;
        this.clock = new ServerClock(tree, path + "/clock");
    }

    /** A node and what it says. */
    private record Read(LockRecord record, Stat stat) {}

    @Override
    public Answer take(String lock, String process, List<String> tokens, String token, Duration lease) {
        String node = node(lock);
        try {
            for (int round = 0; round < MOST_TAKES; round++) {
                Read read = read(node);
                if (read == null) {
                    byte[] grant = LockRecord.grant(0, lease.toMillis(), token, process, 0);
                    Stat stat = create(node, grant);
                    if (stat != null) {
                        return granted(node, tokens, grant, stat);
                    }
                    continue;
                }
                LockRecord found = read.record();
                if (!found.isFree() && !tokens.contains(found.token())) {
                    long left = left(node, read);
                    if (left > 0) {
                        want(node, read, process);
                        return new Held(Duration.ofMillis(left));
                    }
                }
                long freed = found.isFree() ? found.fence() : 0;
                byte[] grant = LockRecord.grant(found.fence(), lease.toMillis(), token, process, freed);
                Stat stat = write(node, grant, read.stat());
                if (stat != null) {
                    return granted(node, tokens, grant, stat);
                }
            }
        } catch (KeeperException e) {
            throw unexpected(node, e);
        }
        return new Held(POLL);
    }

    /**
     * What was just written. In the ms in which the node was made it is written once more, until it is a later one: nobody was told its number, which may be that of a
     * grant in a node that this one replaces.
     */
    private Answer granted(String node, List<String> tokens, byte[] grant, Stat written) throws KeeperException {
        @Nullable Stat stat = written;
        for (int change = 0; change < MOST_CHANGES; change++) {
            if (stat != null && stat.getMtime() != stat.getCtime()) {
                return new Granted(LockRecord.parse(node, grant, stat).fence());
            }
            LockSupport.parkNanos(TICK_NANOS);
            if (stat == null) {
                // Somebody wants it, or has it.
                Read read = mine(node, 0, tokens);
                if (read == null) {
                    return new Held(POLL);
                }
                stat = read.stat();
            }
            stat = write(node, grant, stat);
        }
        throw new BackendException("node " + node + " on ZooKeeper at " + tree.where() + " was written to "
                + MOST_CHANGES + " times in the ms in which it was made, or was changed by others each time");
    }

    /** How long a holder's lease lasts at most, in ms; zero or less if it is over by ZooKeeper's clock, which is asked then. */
    private long left(String node, Read read) throws KeeperException {
        LockRecord found = read.record();
        clock.saw(read.stat().getMtime());
        long left = found.until() - clock.estimate();
        if (left > 0 && left <= found.lease()) {
            return left;
        }
        long now = serverMillis();
        left = found.until() - now;
        if (left > found.lease()) {
            // The clock was set back: the holder has its lease at most, as it counts.
            write(node, found.from(now).bytes(), read.stat());
            return found.lease();
        }
        return left;
    }

    /** Notes that another process wants the lock. Whoever else changes the node meanwhile is not in the way of it: it is asked for again. */
    private void want(String node, Read read, String process) throws KeeperException {
        if (!read.record().wanted() && !read.record().process().equals(process)) {
            write(node, read.record().wantedByAnother().bytes(), read.stat());
        }
    }

    @Override
    public boolean extend(String lock, long fence, List<String> tokens, String token, Duration lease) {
        String node = node(lock);
        return change(node, fence, tokens, read -> {
            if (read == null || read.record().isFree()) {
                return false;
            }
            return write(node, read.record().extended(lease.toMillis(), token), read.stat()) == null ? null : true;
        });
    }

    @Override
    public Released release(String lock, long fence, List<String> tokens) {
        String node = node(lock);
        return change(node, fence, tokens, read -> {
            if (read == null) {
                Read others = read(node);
                boolean freedBefore =
                        others != null && fence != 0 && others.record().freed() == fence;
                return freedBefore ? Released.FREED : Released.LOST;
            }
            if (!read.record().isFree() && write(node, read.record().free().bytes(), read.stat()) == null) {
                return null;
            }
            return read.record().wanted() ? Released.FREED_AND_WANTED : Released.FREED;
        });
    }

    /** What a holder does with its record. */
    private interface Change<T> {
        /**
         * Tries it once.
         *
         * @param read null if the record is not the caller's
         * @return null if others changed the node meanwhile
         */
        @Nullable
        T apply(@Nullable Read read) throws KeeperException;
    }

    private <T> T change(String node, long fence, List<String> tokens, Change<T> change) {
        try {
            for (int round = 0; round < MOST_CHANGES; round++) {
                Read read = mine(node, fence, tokens);
                if (read == null) {
                    // A server that lags shows an older record; it has to catch up with a write before it answers that.
                    serverMillis();
                    read = mine(node, fence, tokens);
                }
                T done = change.apply(read);
                if (done != null) {
                    return done;
                }
            }
        } catch (KeeperException e) {
            throw unexpected(node, e);
        }
        throw new BackendException("node " + node + " on ZooKeeper at " + tree.where() + " was changed by others "
                + MOST_CHANGES + " times between a read and a write");
    }

    private @Nullable Read mine(String node, long fence, List<String> tokens) throws KeeperException {
        Read read = read(node);
        return read != null
                        && (fence == 0 || fence == read.record().fence())
                        && tokens.contains(read.record().token())
                ? read
                : null;
    }

    private @Nullable Read read(String node) throws KeeperException {
        ZooKeeperTree.Node read = tree.read(node);
        return read == null ? null : new Read(LockRecord.parse(node, read.data(), read.stat()), read.stat());
    }

    /** Makes a node; null if another was faster. */
    private @Nullable Stat create(String node, byte[] data) throws KeeperException {
        try {
            return tree.create(node, data);
        } catch (KeeperException.NodeExistsException e) {
            return null;
        } catch (KeeperException.NoNodeException e) {
            makeParent();
            return null;
        }
    }

    /** Replaces what was read; null if that was not there any more. */
    private @Nullable Stat write(String node, byte[] data, Stat read) throws KeeperException {
        Stat stat;
        int version = version(node, read);
        try {
            stat = tree.write(node, data, version);
        } catch (KeeperException.BadVersionException | KeeperException.NoNodeException e) {
            return null;
        }
        if (stat.getCzxid() == read.getCzxid() && stat.getMzxid() > read.getMzxid()) {
            return stat;
        }
        freeAboveAll(node, stat);
        return null;
    }

    private int version(String node, Stat read) {
        return NamedVersion.of(tree, node, read.getVersion(), "while nobody holds the lock");
    }

    /** After a write to a node that is another than the one that was read: a number in it has been overwritten. */
    private void freeAboveAll(String node, Stat stat) throws KeeperException {
        // Each grant takes a write, and is above the one before it or has the time of the write.
        long most = stat.getMtime() * 1_000 + Integer.toUnsignedLong(stat.getVersion());
        int version = version(node, stat);
        try {
            tree.write(node, new LockRecord(most, stat.getMtime(), 0, "-", "-", true, 0).bytes(), version);
        } catch (KeeperException.BadVersionException | KeeperException.NoNodeException e) {
            // Changed or removed since: then it is nobody's number that is in it.
        }
    }

    private long serverMillis() throws KeeperException {
        try {
            return clock.millis();
        } catch (KeeperException.NoNodeException e) {
            makeParent();
            return clock.millis();
        }
    }

    private void makeParent() throws KeeperException {
        if (tree.stat(path) == null) {
            try {
                tree.createWithParents(path, new byte[0]);
            } catch (KeeperException.NodeExistsException raced) {
                // Made by another; it only has to be there.
            }
        }
    }

    private BackendException unexpected(String node, KeeperException e) {
        return new BackendException(
                "ZooKeeper at " + tree.where() + " did not do its work on " + node + ": " + e.getMessage()
                        + " (does somebody remove nodes?)",
                e);
    }

    /** Not by its bare name: a path has no element {@code .} or {@code ..}, and a lock may be called so, or {@code clock}. */
    private String node(String lock) {
        return path + "/lock-" + lock;
    }

    @Override
    public Watch watch(String lock, Runnable freed) {
        return watches.watch(node(lock), freed);
    }

    @Override
    public Duration pollInterval() {
        return watches.isDeaf() ? POLL : POLL_BESIDE_WATCHES;
    }

    @Override
    public Duration handOver() {
        return watches.isDeaf() ? POLL : HAND_OVER;
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
