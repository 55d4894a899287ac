package io.distid.zookeeper;

import io.distid.BackendException;
import io.distid.coordination.LockStore.Watch;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.CuratorWatcher;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.curator.framework.state.ConnectionStateListener;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Watcher.Event.EventType;

/**
 * Hears when the node of a lock is changed or removed, for those who wait for the lock. ZooKeeper tells a watch of one change, so it is
 * set again at each, before the waiters are called: as one connection is answered in order, no later change is missed. Safe for use by any
 * number of threads.
 */
final class LockWatches implements ConnectionStateListener {
    private static final System.Logger LOG = System.getLogger(LockWatches.class.getName());

    private final ZooKeeperLink link;
    private final Map<String, List<Runnable>> waiters = new ConcurrentHashMap<>();
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
        boolean[] first = new boolean[1];
        waiters.compute(node, (path, those) -> {
            first[0] = those == null;
            List<Runnable> more = those == null ? new CopyOnWriteArrayList<>() : those;
            more.add(changed);
            return more;
        });
        if (first[0]) {
            set(node);
        }
        return () -> waiters.computeIfPresent(node, (path, those) -> {
            those.remove(changed);
            return those.isEmpty() ? null : those;
        });
    }

    private void set(String node) {
        CuratorWatcher watcher = event -> {
            // Of the connection, it is told below.
            if (event.getType() != EventType.None && waiters.containsKey(node)) {
                set(node);
                call(node);
            }
        };
        run(
                node,
                client -> client.checkExists()
                        .usingWatcher(watcher)
                        .inBackground((from, answer) -> answered(Code.get(answer.getResultCode())))
                        .forPath(node));
    }

    private void answered(Code code) {
        boolean refused = code != Code.OK && code != Code.NONODE;
        if (refused && !deaf) {
            LOG.log(
                    Level.WARNING,
                    "ZooKeeper at " + link.where() + " does not tell of freed locks (" + code
                            + "); who waits for one asks again after some time");
        }
        deaf = refused;
    }

    private void call(String node) {
        List<Runnable> those = waiters.get(node);
        if (those != null) {
            those.forEach(Runnable::run);
        }
    }

    /** A session that is new has no watches, and what changed meanwhile was not heard. */
    @Override
    public void stateChanged(CuratorFramework client, ConnectionState state) {
        if (state.isConnected()) {
            waiters.keySet().forEach(node -> {
                set(node);
                call(node);
            });
        }
    }

    private <T> void run(String path, ZooKeeperLink.Operation<T> operation) {
        try {
            link.call(path, operation);
        } catch (KeeperException | BackendException | IllegalStateException e) {
            // Not connected, or closed: who waits asks the store itself, which tells.
            deaf = true;
        }
    }
}
