package io.distid.zookeeper;

import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerIdsProvider;
import java.util.List;

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
    public List<ConfigKey> keys() {
        return ZooKeeperKeys.LEASE;
    }

    @Override
    public WorkerIds open(IdConfig config) {
        ZooKeeperLink link = ZooKeeperLink.open(config);
        try {
            return ZooKeeperWorkerIds.open(new CuratorTree(link), config);
        } catch (RuntimeException | Error e) {
            link.closeAfter(e);
            throw e;
        }
    }
}
