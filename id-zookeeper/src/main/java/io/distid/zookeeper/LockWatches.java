package io.distid.zookeeper;

import io.distid.BackendException;
import io.distid.coordination.LockStore.Watch;
import org.apache.curator.framework.api.CuratorWatcher;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher.WatcherType;

/**
 * Hears when the node of a lock is changed or removed, for those who wait for the lock. ZooKeeper tells a watch of one change, so it is
 * set again at each, before the waiter is called: as one connection is answered in order, no later change is missed. A watch is also told
 * what becomes of the connection, and a new session has no watches: so it is set again then, too. Safe for use by any number of threads.
 */
final class LockWatches {
    private final ZooKeeperLink link;

    LockWatches(ZooKeeperLink link) {
        this.link = link;
    }

    boolean isConnected() {
        return link.isConnected();
    }

    /** Calls somebody at each change of a node. */
    Watch watch(String node, Runnable changed) {
        NodeWatch watch = new NodeWatch(node, changed);
        watch.set();
        return watch;
    }

    /** One waiter's. ZooKeeper's client calls it once for a change, however often it was set. */
    private final class NodeWatch implements CuratorWatcher, Watch {
        private final String node;
        private final Runnable changed;
        private volatile boolean closed;

        NodeWatch(String node, Runnable changed) {
            this.node = node;
            this.changed = changed;
        }

        @Override
        public void process(WatchedEvent event) {
            if (!closed) {
                set();
                changed.run();
            }
        }

        void set() {
            run(client -> client.checkExists().usingWatcher(this).inBackground().forPath(node));
        }

        /** The client forgets it: else each one that waited in vain would be kept until the node is changed. */
        @Override
        public void close() {
            closed = true;
            run(client -> {
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

        private void run(ZooKeeperLink.Operation<?> operation) {
            try {
                link.call(node, operation);
            } catch (KeeperException | BackendException | IllegalStateException e) {
                // Not connected, or closed: who waits asks the store itself, which tells.
            }
        }
    }
}
