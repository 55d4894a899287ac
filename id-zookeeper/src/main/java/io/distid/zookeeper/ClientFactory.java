package io.distid.zookeeper;

import java.util.ArrayList;
import java.util.List;
import org.apache.curator.utils.DefaultZookeeperFactory;
import org.apache.curator.utils.ZookeeperFactory;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.client.ZKClientConfig;
import org.jspecify.annotations.Nullable;

/**
 * Makes the clients of one link. Curator makes another one where a connection does not come about, and one that is made while the link is
 * being closed would live on; so each is known here, and after the end none is made.
 */
final class ClientFactory implements ZookeeperFactory {
    private final ZookeeperFactory clients = new DefaultZookeeperFactory();
    private final List<ZooKeeper> alive = new ArrayList<>();
    private boolean closed;

    @Override
    public ZooKeeper newZooKeeper(String connect, int sessionTimeout, Watcher watcher, boolean canBeReadOnly)
            throws Exception {
        return newZooKeeper(connect, sessionTimeout, watcher, canBeReadOnly, null);
    }

    @Override
    public synchronized ZooKeeper newZooKeeper(
            String connect, int sessionTimeout, Watcher watcher, boolean canBeReadOnly, @Nullable ZKClientConfig config)
            throws Exception {
        if (closed) {
            throw new IllegalStateException("closed");
        }
        alive.removeIf(client -> !client.getState().isAlive());
        ZooKeeper client = clients.newZooKeeper(connect, sessionTimeout, watcher, canBeReadOnly, config);
        alive.add(client);
        return client;
    }

    /** From now on no client is made. */
    synchronized void stop() {
        closed = true;
    }

    /** Those that were made and not closed. */
    synchronized List<ZooKeeper> alive() {
        alive.removeIf(client -> !client.getState().isAlive());
        return List.copyOf(alive);
    }
}
