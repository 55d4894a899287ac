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
 * Reports changes and removals of a lock's node to the waiters for the lock. A watch of ZooKeeper reports one change, so each report
 * sets the watch again before it calls the waiter. One connection is answered in order, so no later change is missed. Safe for use by
 * any number of threads.
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

    /** Calls a waiter at each change of a node. */
    Watch watch(String node, Runnable changed) {
        NodeWatch watch = new NodeWatch(node, changed);
        open.add(watch);
        watch.set();
        return watch;
    }

    /** Sets all watches again and calls the waiters: a new session has no watches, and missed the changes before it. */
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
            // The link is not connected, or closed. The waiter asks the store itself, which reports the error.
        }
    }

    /** The watch of one waiter. ZooKeeper's client calls it once for a change, however often it was set. */
    private final class NodeWatch implements CuratorWatcher, Watch {
        private final String node;
        private final Runnable changed;

        NodeWatch(String node, Runnable changed) {
            this.node = node;
            this.changed = changed;
        }

        @Override
        public void process(WatchedEvent event) {
            // Events of the connection go to the listener.
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

        /**
         * Removes the watch from the client. Otherwise the client would keep the watch of each waiter that gave up,
         * until the node changes.
         */
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
