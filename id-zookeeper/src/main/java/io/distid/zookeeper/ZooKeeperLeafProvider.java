package io.distid.zookeeper;

import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.spi.WorkerIds;
import io.distid.spi.WorkerIdsProvider;
import io.distid.worker.IpWorkerIdsProvider;
import java.lang.System.Logger.Level;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code zookeeper-leaf}: the numbers of a Leaf fleet, one for each {@code ip:port}, in the nodes where Leaf has them.
 *
 * @see <a href="https://github.com/Meituan-Dianping/Leaf">Leaf</a>
 */
public final class ZooKeeperLeafProvider implements WorkerIdsProvider {
    private static final System.Logger LOG = System.getLogger(ZooKeeperLeafProvider.class.getName());

    /** For {@link java.util.ServiceLoader}. */
    public ZooKeeperLeafProvider() {}

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
        Path file = file(config);
        String ip;
        if (config.has("ip")) {
            ip = config.text("ip");
        } else {
            ip = IpWorkerIdsProvider.localAddress();
            LOG.log(Level.INFO, "the Leaf node's address is " + ip + ", the first private one; key ip names another");
        }
        Duration reuseAfter = config.has("reuse-after") ? config.duration("reuse-after") : null;
        LeafWorkerIds.Settings settings = new LeafWorkerIds.Settings(
                config.has("name") ? config.text("name") : null,
                ip + ":" + port,
                config.flag("create"),
                file,
                config.duration("upload"),
                reuseAfter,
                config.duration("max-ahead"));
        ZooKeeperLink link = ZooKeeperLink.start(config);
        try {
            link.awaitConnected();
        } catch (RuntimeException e) {
            // With a file that keeps the id, it can be used before ZooKeeper answers.
            if (file == null
                    || !file.toFile().exists()
                    || Thread.currentThread().isInterrupted()) {
                link.closeBehind();
                throw e;
            }
        }
        return new LeafWorkerIds(link, settings);
    }

    private static @Nullable Path file(IdConfig config) {
        if (!config.has("file")) {
            return null;
        }
        try {
            Path path = Path.of(config.text("file")).toAbsolutePath();
            if (path.getFileName() != null) {
                return path;
            }
        } catch (InvalidPathException e) {
            throw config.invalid("file", "a file name: " + e.getReason());
        }
        throw config.invalid("file", "a file, not a root directory");
    }
}
