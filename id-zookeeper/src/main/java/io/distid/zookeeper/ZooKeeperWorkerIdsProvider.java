package io.distid.zookeeper;

import io.distid.BackendException;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.spi.RecordStore;
import io.distid.worker.StoreWorkerIds;
import io.distid.worker.StoreWorkerIds.Creation;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerIdsProvider;
import java.util.List;
import org.apache.zookeeper.KeeperException;

/** {@code zookeeper}: worker ids leased from ZooKeeper. Stateless: safe for use by any number of threads. */
public final class ZooKeeperWorkerIdsProvider implements WorkerIdsProvider {

    /** For {@link java.util.ServiceLoader}. */
    public ZooKeeperWorkerIdsProvider() {}

    @Override
    public String name() {
        return "zookeeper";
    }

    @Override
    public String summary() {
        return "ids leased from ZooKeeper, with a durable bound on ticks";
    }

    @Override
    public String server() {
        return "zookeeper";
    }

    @Override
    public boolean durable() {
        return true;
    }

    @Override
    public List<ConfigKey> keys() {
        return ZooKeeperKeys.LEASE;
    }

    @Override
    public WorkerIds open(IdConfig config) {
        ZooKeeperLink link = ZooKeeperLink.open(config);
        try {
            return open(new CuratorTree(link), config);
        } catch (RuntimeException | Error e) {
            link.closeAfter(e);
            throw e;
        }
    }

    @Override
    public RecordStore records(IdConfig config) {
        ZooKeeperLink link = ZooKeeperLink.open(config);
        try {
            return new ZooKeeperRecordStore(new CuratorTree(link), config.text("path"));
        } catch (RuntimeException | Error e) {
            link.closeAfter(e);
            throw e;
        }
    }

    /** Opens the source over an open connection. */
    static WorkerIds open(ZooKeeperTree tree, IdConfig config) {
        String path = config.text("path");
        boolean create = config.flag("create");
        if (!create && !exists(tree, path)) {
            throw config.invalid(
                    "path",
                    "a node that ZooKeeper at " + tree.where() + " has; or pass create=true for the first start");
        }
        return new StoreWorkerIds(
                new ZooKeeperRecordStore(tree, path),
                config.duration("max-ahead"),
                create ? Creation.ALLOWED : Creation.NEVER);
    }

    private static boolean exists(ZooKeeperTree tree, String path) {
        try {
            return tree.stat(path) != null;
        } catch (KeeperException e) {
            throw new BackendException(
                    "ZooKeeper at " + tree.where() + " failed on " + path + ": " + e.getMessage(), e);
        }
    }
}
