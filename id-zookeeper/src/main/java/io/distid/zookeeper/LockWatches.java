package io.distid.zookeeper;

import io.distid.BackendException;
import io.distid.coordination.LockStore.Watch;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.CuratorWatcher;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.curator.framework.state.ConnectionStateListener;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher.Event.EventType;
import org.apache.zookeeper.Watcher.WatcherType;

/**
 * Hears when the node of a lock is changed or removed, for those who wait for the lock. ZooKeeper tells a watch of one change, so it is
 * set again at each, before the waiter is called: as one connection is answered in order, no later change is missed. Safe for use by any
 * number of threads.
 */
final class LockWatches implements ConnectionStateListener {
    private final ZooKeeperLink link;
    private final Set<NodeWatch> open = ConcurrentHashMap.newKeySet();

    LockWatches(ZooKeeperLink link) {
        this.link = link;
        run("/", client -> {
            client.getConnectionStateListenable().addListener(this);
            return this;
        });
    }

    boolean isConnected() {
        return link.isConnected();
    }

    /** Calls somebody at each change of a node. */
    Watch watch(String node, Runnable changed) {
        NodeWatch watch = new NodeWatch(node, changed);
        open.add(watch);
        watch.set();
        return watch;
    }

    /** A session that is new has no watches, and what changed meanwhile was not heard. */
    @Override
    public void stateChanged(CuratorFramework client, ConnectionState state) {
        if (state.isConnected()) {
            open.forEach(watch -> {
                watch.set();
                watch.changed.run();
            });
        }
    }

    private void run(String path, ZooKeeperLink.Operation<?> operation) {
        try {
            link.call(path, operation);
        } catch (KeeperException | BackendException | IllegalStateException e) {
            // Not connected, or closed: who waits asks the store itself, which tells.
        }
    }

    /** One waiter's. ZooKeeper's client calls it once for a change, however often it was set. */
    private final class NodeWatch implements CuratorWatcher, Watch {
        private final String node;
        private final Runnable changed;

        NodeWatch(String node, Runnable changed) {
            this.node = node;
            this.changed = changed;
        }

        @Override
        public void process(WatchedEvent event) {
            // What becomes of the connection is told to the listener.
            if (event.getType() != EventType.None && open.contains(this)) {
                set();
                changed.run();
            }
        }

        void set() {
            run(
                    node,
                    client -> client.checkExists()
                            .usingWatcher(this)
                            .inBackground()
                            .forPath(node));
        }

        /** The client forgets it: else each one that waited in vain would be kept until the node is changed. */
        @Override
        public void close() {
            open.remove(this);
            run(node, client -> {
                client.watchers()
                        .remove(this)
                        .ofType(WatcherType.Any)
                        .locally()
                        .quietly()
                        .inBackground()
                        .forPath(node);
                return client;
            });
        }
    }
}
