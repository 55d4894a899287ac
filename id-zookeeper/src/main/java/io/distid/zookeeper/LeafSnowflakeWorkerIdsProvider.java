package io.distid.zookeeper;

import io.distid.internal.worker.IpWorkerIdsProvider;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.spi.RecordStore;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerIdsProvider;
import java.lang.System.Logger.Level;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code zookeeper-leaf}: the numbers of a Leaf fleet, one for each {@code ip:port}, in the nodes where Leaf has them.
 * Stateless: safe for use by any number of threads.
 *
 * @see <a href="https://github.com/Meituan-Dianping/Leaf">Leaf</a>
 */
public final class LeafSnowflakeWorkerIdsProvider implements WorkerIdsProvider {
    /** For {@link java.util.ServiceLoader}. */
    public LeafSnowflakeWorkerIdsProvider() {}

    @Override
    public String name() {
        return "zookeeper-leaf";
    }

    @Override
    public String summary() {
        return "the sequential nodes of a Leaf fleet, with the upload as a durable bound on ticks";
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
        return ZooKeeperKeys.LEAF;
    }

    @Override
    public WorkerIds open(IdConfig config) {
        long port = config.integer("port");
        String ip;
        if (config.has("address")) {
            ip = config.text("address");
        } else {
            ip = IpWorkerIdsProvider.localAddress();
            System.getLogger(LeafSnowflakeWorkerIdsProvider.class.getName())
                    .log(
                            Level.INFO,
                            "the Leaf node's address is " + ip + ", the only private one; key address names another");
        }
        LeafSnowflakeFleet.Settings settings = new LeafSnowflakeFleet.Settings(
                ip + ":" + port,
                config.flag("create"),
                config.has("reuse-after") ? config.duration("reuse-after") : null,
                config.duration("max-ahead"));
        String name = config.has("leaf-name") ? config.text("leaf-name") : null;
        ZooKeeperLink link = ZooKeeperLink.open(config);
        try {
            return open(new CuratorTree(link), name, settings);
        } catch (RuntimeException | Error e) {
            link.closeAfter(e);
            throw e;
        }
    }

    /** {@inheritDoc} They are known by key {@code leaf-name}. */
    @Override
    public RecordStore records(IdConfig config) {
        String path = LeafSnowflakeWorkerIds.ROOT + config.text("leaf-name");
        ZooKeeperLink link = ZooKeeperLink.open(config);
        try {
            ZooKeeperTree tree = new CuratorTree(link);
            return LeafSnowflakeFleet.records(tree, path, new LeafSnowflakeNodes(tree, path));
        } catch (RuntimeException | Error e) {
            link.closeAfter(e);
            throw e;
        }
    }

    /** Opens the source over an open connection. */
    static WorkerIds open(ZooKeeperTree tree, @Nullable String name, LeafSnowflakeFleet.Settings settings) {
        return new LeafSnowflakeWorkerIds(tree, name, path -> LeafSnowflakeFleet.open(tree, path, settings));
    }
}
