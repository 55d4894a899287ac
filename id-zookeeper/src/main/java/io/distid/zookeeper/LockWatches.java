package io.distid.zookeeper;

import io.distid.BackendException;
import io.distid.coordination.LockStore.Watch;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.CuratorWatcher;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.curator.framework.state.ConnectionStateListener;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher.Event.EventType;

/**
 * Hears when the node of a lock is changed or removed, for those who wait for the lock. ZooKeeper tells a watch of one change, so it is
 * set again at each, before the waiters are called: as one connection is answered in order, no later change is missed. Safe for use by any
 * number of threads.
 */
final class LockWatches implements ConnectionStateListener {
    private static final System.Logger LOG = System.getLogger(LockWatches.class.getName());

    private final ZooKeeperLink link;
    private final Map<String, NodeWatcher> nodes = new ConcurrentHashMap<>();
    private volatile boolean deaf;

    LockWatches(ZooKeeperLink link) {
        this.link = link;
        run("/", client -> {
            client.getConnectionStateListenable().addListener(this);
            return this;
        });
    }

    /** Whether watches are refused, or the connection is gone. */
    boolean isDeaf() {
        return deaf || !link.isConnected();
    }

    /** Calls somebody at each change of a node. */
    Watch watch(String node, Runnable changed) {
        NodeWatcher watcher = nodes.compute(node, (path, kept) -> {
            NodeWatcher one = kept == null ? new NodeWatcher(path) : kept;
            one.waiters.add(changed);
            return one;
        });
        watcher.set();
        return () -> watcher.waiters.remove(changed);
    }

    /**
     * The one watch of a node. ZooKeeper's client calls a watcher once for a change, however often it was set, but each of several; so another
     * one is not made while this may be set, though nobody waits.
     */
    private final class NodeWatcher implements CuratorWatcher {
        private final String node;
        private final List<Runnable> waiters = new CopyOnWriteArrayList<>();
        private final AtomicBoolean isSet = new AtomicBoolean();

        NodeWatcher(String node) {
            this.node = node;
        }

        @Override
        public void process(WatchedEvent event) {
            // Of the connection, it is told below.
            if (event.getType() == EventType.None) {
                return;
            }
            isSet.set(false);
            nodes.computeIfPresent(node, (path, kept) -> kept == this && waiters.isEmpty() ? null : kept);
            set();
            call();
        }

        /** Sets the watch, if somebody waits and it is not set. */
        void set() {
            if (waiters.isEmpty() || !isSet.compareAndSet(false, true)) {
                return;
            }
            boolean sent = run(
                    node,
                    client -> client.checkExists()
                            .usingWatcher(this)
                            .inBackground((from, answer) -> answered(this, Code.get(answer.getResultCode())))
                            .forPath(node));
            if (!sent) {
                isSet.set(false);
            }
        }

        void setAgain() {
            isSet.set(false);
            set();
        }

        void call() {
            waiters.forEach(Runnable::run);
        }
    }

    private void answered(NodeWatcher watcher, Code code) {
        boolean refused = code != Code.OK && code != Code.NONODE;
        if (refused) {
            watcher.isSet.set(false);
        }
        if (refused && !deaf) {
            LOG.log(
                    Level.WARNING,
                    "ZooKeeper at " + link.where() + " does not tell of freed locks (" + code
                            + "); who waits for one asks again after some time");
        }
        deaf = refused;
    }

    /** A session that is new has no watches, and what changed meanwhile was not heard. */
    @Override
    public void stateChanged(CuratorFramework client, ConnectionState state) {
        if (state.isConnected()) {
            nodes.values().forEach(watcher -> {
                watcher.setAgain();
                watcher.call();
            });
        }
    }

    /** False if it could not be sent. */
    private boolean run(String path, ZooKeeperLink.Operation<?> operation) {
        try {
            link.call(path, operation);
            return true;
        } catch (KeeperException | BackendException | IllegalStateException e) {
            // Not connected, or closed: who waits asks the store itself, which tells.
            deaf = true;
            return false;
        }
    }
}
