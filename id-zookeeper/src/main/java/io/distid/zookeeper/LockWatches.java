package io.distid.zookeeper;

import io.distid.BackendException;
import io.distid.coordination.LockStore.Watch;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.CuratorWatcher;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.curator.framework.state.ConnectionStateListener;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.WatchedEvent;

/**
 * Reports changes and removals of a lock's node to its waiters. A watch of ZooKeeper reports one change, so each report sets the watch
 * again before it calls the waiter. One connection is answered in order, so no later change is missed. All nodes have this one watcher,
 * so ZooKeeper's client keeps one watch of a node, however often it is set. Safe for use by any number of threads.
 */
final class LockWatches implements CuratorWatcher, ConnectionStateListener {
    private final ZooKeeperLink link;
    private final List<Waiter> waiters = new CopyOnWriteArrayList<>();

    private record Waiter(String node, Runnable changed) {}

    LockWatches(ZooKeeperLink link) {
        this.link = link;
    }

    boolean isConnected() {
        return link.isConnected();
    }

    /** Calls a waiter at each change of a node. */
    Watch watch(String node, Runnable changed) {
        Waiter waiter = new Waiter(node, changed);
        waiters.add(waiter);
        set(node);
        return () -> waiters.remove(waiter);
    }

    /** Without waiters the watch is not set again. Events of the connection have no path; they go to the listener, too. */
    @Override
    public void process(WatchedEvent event) {
        waiters.stream().filter(waiter -> waiter.node.equals(event.getPath())).forEach(this::report);
    }

    /** Sets all watches again and calls the waiters: a new session has no watches, and missed the changes before it. */
    @Override
    public void stateChanged(CuratorFramework client, ConnectionState state) {
        if (state.isConnected()) {
            waiters.forEach(this::report);
        }
    }

    private void report(Waiter waiter) {
        set(waiter.node);
        waiter.changed.run();
    }

    private void set(String node) {
        try {
            link.call(node, client -> {
                // A second time changes nothing.
                client.getConnectionStateListenable().addListener(this);
                var exists = client.checkExists().usingWatcher(this);
                return exists.inBackground().forPath(node);
            });
        } catch (KeeperException | BackendException | IllegalStateException e) {
            // The link is not connected, or closed. The waiter asks the store itself, which reports the error.
        }
    }
}
