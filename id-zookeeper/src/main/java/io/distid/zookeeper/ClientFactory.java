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
 * Creates the clients of one link. If a connection fails, Curator creates another client, which would live on if the link is just being
 * closed. So this factory knows each client, and creates none after the end.
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

    /** Creates no more clients from now on. */
    synchronized void stop() {
        closed = true;
    }

    /** The clients that are not closed. */
    synchronized List<ZooKeeper> alive() {
        alive.removeIf(client -> !client.getState().isAlive());
        return List.copyOf(alive);
    }
}
