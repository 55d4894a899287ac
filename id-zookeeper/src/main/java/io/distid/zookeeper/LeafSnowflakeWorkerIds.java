package io.distid.zookeeper;

import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Grants the number of this process's address in a Leaf fleet. Safe for use by any number of threads. */
final class LeafSnowflakeWorkerIds implements WorkerIds {
    static final String ROOT = "/snowflake/";

    private final ZooKeeperTree tree;
    private final @Nullable String name;
    private final Function<String, LeafSnowflakeFleet> opening;
    private final Map<String, LeafSnowflakeFleet> fleets = new ConcurrentHashMap<>();

    /**
     * Creates a source of worker ids.
     *
     * @param tree closed with this
     * @param name the name of the fleet; null for the namespace's name
     * @param opening opens the fleet at a path
     */
    LeafSnowflakeWorkerIds(ZooKeeperTree tree, @Nullable String name, Function<String, LeafSnowflakeFleet> opening) {
        this.tree = tree;
        this.name = name;
        this.opening = opening;
    }

    @Override
    public WorkerLease acquire(WorkerRequest request) {
        return fleet(request).acquire(request);
    }

    @Override
    public Duration firstStart(WorkerRequest request) {
        return fleet(request).firstStart(request);
    }

    private LeafSnowflakeFleet fleet(WorkerRequest request) {
        String path = ROOT + (name == null ? ZooKeeperKeys.element(request.namespace()) : name);
        return fleets.computeIfAbsent(path, opening);
    }

    @Override
    public boolean isDurable() {
        return true;
    }

    /** The number is this node's own. */
    @Override
    public boolean heedsPreference() {
        return false;
    }

    @Override
    public void close() {
        tree.close();
    }
}
