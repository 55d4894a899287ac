package io.distid.zookeeper;

import io.distid.BackendException;
import io.distid.spi.IdConfig;
import io.distid.worker.AcquireRetries;
import io.distid.worker.KnownBounds;
import io.distid.worker.LeaseRenewer;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.time.Duration;
import org.apache.zookeeper.KeeperException;

/**
 * One persistent node for each worker id, below one for each namespace.
 *
 * <p>An id is taken by creating its node, or by a write that names the version which was read; so of several takers one wins.
 * Expiry goes by the ensemble's clock: a node's time of change, the term its holder wrote, and, for "now", the time of change
 * of a write that is made for that. Ids that were never taken come first, in random order, so that a fleet that starts together does
 * not queue for the same one.
 */
final class ZooKeeperWorkerIds implements WorkerIds {
    private static final int PASSES = 16;
    /** Over one session; a transaction would renew all or none. */
    private static final int RENEWAL_THREADS = 4;

    private final ZooKeeperTree tree;
    private final String path;
    private final boolean create;
    private final Duration maxAhead;
    private final KnownBounds bounds = new KnownBounds();
    private final Unanswered unanswered = new Unanswered();
    private final LeaseRenewer renewer = new LeaseRenewer(RENEWAL_THREADS);

    ZooKeeperWorkerIds(ZooKeeperTree tree, String path, boolean create, Duration maxAhead) {
        this.tree = tree;
        this.path = path;
        this.create = create;
        this.maxAhead = maxAhead;
    }

    static ZooKeeperWorkerIds open(ZooKeeperTree tree, IdConfig config) {
        String path = config.text("path");
        boolean create = config.flag("create");
        try {
            if (tree.stat(path) == null && !create) {
                throw config.invalid(
                        "path",
                        "a node that ZooKeeper at " + tree.where() + " has; or pass create=true for the first start");
            }
        } catch (KeeperException e) {
            throw unexpected(tree, path, e);
        }
        return new ZooKeeperWorkerIds(tree, path, create, config.duration("max-ahead"));
    }

    @Override
    public WorkerLease acquire(WorkerRequest request) {
        ZooKeeperNamespace namespace = new ZooKeeperNamespace(tree, path, request);
        AcquireRetries retries = new AcquireRetries(AcquireRetries.DEFAULT_TIMEOUT);
        try {
            for (int pass = 0; pass < PASSES; pass++) {
                long asking = request.clock().millis();
                ZooKeeperNamespace.View view = pass == 0 ? namespace.open(create) : namespace.view();
                if (!view.isFloorCurrent()) {
                    namespace.raise(view, new ZooKeeperHorizon(request, maxAhead).latest(view.serverMillis()));
                    continue;
                }
                WorkerLease lease = new AcquirePass(
                                tree, namespace, request, maxAhead, bounds, unanswered, renewer, view)
                        .run(asking);
                if (lease != null) {
                    return lease;
                }
                if (!retries.pause()) {
                    break;
                }
            }
        } catch (KeeperException e) {
            throw unexpected(tree, namespace.path(), e);
        }
        throw new BackendException("no worker id of " + namespace.path() + " on ZooKeeper at " + tree.where()
                + " could be taken in " + PASSES + " passes or " + AcquireRetries.DEFAULT_TIMEOUT.toSeconds()
                + " s: others were always faster; try again");
    }

    private static BackendException unexpected(ZooKeeperTree tree, String path, KeeperException e) {
        return new BackendException(
                "ZooKeeper at " + tree.where() + " did not do its work on " + path + ": " + e.getMessage()
                        + " (does somebody remove nodes?)",
                e);
    }

    @Override
    public Duration firstStart(WorkerRequest request) {
        return create ? maxAhead.plus(request.reservation()) : Duration.ZERO;
    }

    @Override
    public boolean isDurable() {
        return true;
    }

    @Override
    public void close() {
        tree.close();
    }
}
