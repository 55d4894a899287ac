package io.distid.testservers;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.ZooKeeper;

/** A session that lasts for one action. */
final class ZooKeeperClient {
    private ZooKeeperClient() {}

    interface Action {
        String run(ZooKeeper client) throws KeeperException, InterruptedException;
    }

    /** Fails if it is not connected within the timeout, which is also the session's. */
    static String with(String connectString, Duration timeout, Action action) throws Exception {
        CountDownLatch connected = new CountDownLatch(1);
        ZooKeeper client = new ZooKeeper(connectString, (int) timeout.toMillis(), event -> {
            if (event.getState() == KeeperState.SyncConnected) {
                connected.countDown();
            }
        });
        try {
            if (!connected.await(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new IllegalStateException("not connected to " + connectString);
            }
            return action.run(client);
        } finally {
            client.close();
        }
    }
}
