package io.distid.zookeeper;

import io.distid.coordination.CompareAndSetLocks;
import io.distid.coordination.LockStore;
import io.distid.coordination.LockStoreProvider;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import java.util.List;

/** {@code zookeeper} as a store of locks: one node for each lock. Stateless: safe for use by any number of threads. */
public final class ZooKeeperLockStoreProvider implements LockStoreProvider {
    @Override
    public String name() {
        return "zookeeper";
    }

    @Override
    public String summary() {
        return "locks in ZooKeeper, acknowledged by a majority; watches wake the waiters";
    }

    @Override
    public String server() {
        return "zookeeper";
    }

    @Override
    public List<ConfigKey> keys() {
        return ZooKeeperKeys.LOCK;
    }

    @Override
    public LockStore open(IdConfig config) {
        ZooKeeperLink link = ZooKeeperLink.open(config);
        return new CompareAndSetLocks(
                new ZooKeeperLockRecords(new CuratorTree(link), new LockWatches(link), config.text("path")));
    }
}
