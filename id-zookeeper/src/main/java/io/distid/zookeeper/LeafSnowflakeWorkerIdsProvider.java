package io.distid.zookeeper;

import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.worker.IpWorkerIdsProvider;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerIdsProvider;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code zookeeper-leaf}: the numbers of a Leaf fleet, one for each {@code ip:port}, in the nodes where Leaf has them.
 * Stateless: safe for use by any number of threads.
 *
 * @see <a href="https://github.com/Meituan-Dianping/Leaf">Leaf</a>
 */
public final class LeafSnowflakeWorkerIdsProvider implements WorkerIdsProvider {
    /**
     * A generator that cannot be opened closes its source, and with a file nobody else could take the number that this may have marked. So those
     * of all sources of a process are kept together.
     */
    private static final Unanswered UNANSWERED = new Unanswered();

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
    public List<ConfigKey> keys() {
        return ZooKeeperKeys.LEAF;
    }

    @Override
    public WorkerIds open(IdConfig config) {
        long port = config.integer("port");
        Path file = config.has("file") ? config.file("file") : null;
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
        Duration reuseAfter = config.has("reuse-after") ? config.duration("reuse-after") : null;
        LeafSnowflakeWorkerIds.Settings settings = new LeafSnowflakeWorkerIds.Settings(
                config.has("leaf-name") ? config.text("leaf-name") : null,
                ip + ":" + port,
                config.flag("create"),
                file,
                config.duration("upload"),
                reuseAfter,
                config.duration("max-ahead"));
        ZooKeeperLink link = ZooKeeperLink.start(config);
        try {
            awaitConnected(link, file);
            return new LeafSnowflakeWorkerIds(new CuratorTree(link), settings, UNANSWERED);
        } catch (RuntimeException | Error e) {
            link.closeAfter(e);
            throw e;
        }
    }

    /** With a file that keeps the id, it can be used before ZooKeeper answers. */
    private static void awaitConnected(ZooKeeperLink link, @Nullable Path file) {
        try {
            link.awaitConnected();
        } catch (RuntimeException e) {
            if (file == null
                    || !file.toFile().exists()
                    || Thread.currentThread().isInterrupted()) {
                throw e;
            }
        }
    }
}
