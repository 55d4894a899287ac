package io.distid.zookeeper;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.IdsExhaustedException;
import io.distid.spi.RecordStore;
import io.distid.spi.RecordStore.LeaseRecord;
import io.distid.spi.RecordStore.View;
import io.distid.time.Parking;
import io.distid.worker.StoreWorkerIds;
import io.distid.worker.StoreWorkerIds.Creation;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.zookeeper.KeeperException;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of one Leaf fleet. By Leaf's rule a process has the number of its address's node, or a new number.
 * {@link io.distid.worker.StoreWorkerIds} then leases the number as any worker id. Safe for use by any number of threads.
 */
final class LeafSnowflakeFleet {
    /*
     * Why no id is repeated, in addition to StoreWorkerIds:
     *
     * - No two processes of distid hold a number, whichever nodes they have: the record names the holder.
     *
     * - A Leaf and distid hold a number one after the other. One transaction writes Leaf's node and the record, and it requires the version of
     *   Leaf's node that was read. A Leaf starts once its clock has passed the timestamp, which lies above each confirmed bound. Distid reads a
     *   Leaf's upload as the record of a holder. So distid begins above the upload once the Leaf was silent. A holder whose number a Leaf has
     *   written to finds that it was replaced.
     *
     * - A number's node is renamed only if the record is free, or a Leaf was silent for long. The rename requires the version from before the
     *   record was read, and keeps the time that a Leaf has to wait for. A former holder finds its node gone.
     */
    private static final int PASSES = 16;
    private static final int HOLDERS_SHOWN = 64;
    /** How long to wait for a holder: longer than most reservations. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final ZooKeeperTree tree;
    private final String forever;
    private final Settings settings;
    private final LeafSnowflakeNodes nodes;
    private final RecordStore store;
    private final WorkerIds ids;
    private final Parking parking;
    private final AbandonedNumbers abandoned;

    /**
     * The settings of a process.
     *
     * @param address {@code ip:port}
     * @param reuseAfter after how long a silence a Leaf's node is taken over; null for never
     */
    record Settings(
            String address, boolean create, @Nullable Duration reuseAfter, Duration maxAhead) {}

    /**
     * Creates a fleet as one process sees it.
     *
     * @param nodes the nodes of Leaf beside the records
     * @param store the records of the fleet
     * @param ids leases numbers from the store
     */
    LeafSnowflakeFleet(
            ZooKeeperTree tree,
            Settings settings,
            LeafSnowflakeNodes nodes,
            RecordStore store,
            WorkerIds ids,
            Parking parking) {
        this.tree = tree;
        this.forever = nodes.parent();
        this.settings = settings;
        this.nodes = nodes;
        this.store = store;
        this.ids = ids;
        this.parking = parking;
        this.abandoned = new AbandonedNumbers(tree, nodes, store, settings);
    }

    /** Opens the fleet at a path, with the clock of this machine. */
    static LeafSnowflakeFleet open(ZooKeeperTree tree, String path, Settings settings) {
        LeafSnowflakeNodes nodes = new LeafSnowflakeNodes(tree, path);
        RecordStore store = records(tree, path, nodes);
        // Without key create the fleet must exist already, so its records may be created in any case.
        Creation creation = settings.create ? Creation.ALLOWED : Creation.ALWAYS;
        return new LeafSnowflakeFleet(
                tree, settings, nodes, store, new StoreWorkerIds(store, settings.maxAhead, creation), Parking.SYSTEM);
    }

    /** Opens the records of a fleet, in a node of their own. */
    static RecordStore records(ZooKeeperTree tree, String path, LeafSnowflakeNodes nodes) {
        return new ZooKeeperRecordStore(tree, path, namespace -> "distid", nodes);
    }

    WorkerLease acquire(WorkerRequest request) {
        try {
            requireFleet();
            for (int pass = 0; pass < PASSES; pass++) {
                Integer number = number(request);
                if (number != null) {
                    return lease(request.withIds(number, number));
                }
            }
        } catch (KeeperException e) {
            throw unexpected(e);
        }
        throw new BackendException("no worker id of " + where() + " could be taken in " + PASSES
                + " passes: other nodes were faster each time; try again");
    }

    /** Returns zero if no node may be created, or if the fleet has records. */
    Duration firstStart(WorkerRequest request) {
        try {
            return settings.create || tree.stat(forever) != null ? ids.firstStart(request) : Duration.ZERO;
        } catch (KeeperException e) {
            throw unexpected(e);
        }
    }

    private void requireFleet() throws KeeperException {
        if (tree.stat(forever) != null) {
            return;
        }
        if (!settings.create) {
            throw new ConfigException("there is no Leaf fleet at " + where()
                    + ": is its name right? If it is a new one, pass create=true for its first start");
        }
        try {
            tree.createWithParents(forever, new byte[0]);
        } catch (KeeperException.NodeExistsException e) {
            // Another process of the fleet created it first.
        }
    }

    /** Returns the number of this process's address; null if the fleet must be read again. */
    private @Nullable Integer number(WorkerRequest request) throws KeeperException {
        ZooKeeperTree.Children children = tree.children(forever);
        List<LeafSnowflakeNode> members = children.names().stream()
                .map(LeafSnowflakeNode::parse)
                .flatMap(node -> Optional.ofNullable(node).stream())
                .sorted(Comparator.comparingInt(LeafSnowflakeNode::number))
                .toList();
        members.forEach(nodes::add);
        for (LeafSnowflakeNode node : members) {
            if (node.address().equals(settings.address) && node.isWithin(request)) {
                // The address may have another node, from a start at the same time; either will do.
                nodes.add(node);
                return node.number();
            }
        }
        // A client reads the sum of creations and deletions. The next number equals the count of creations.
        int next = (children.stat().getCversion() + children.stat().getNumChildren()) / 2;
        if (!new LeafSnowflakeNode(settings.address, next).isWithin(request)) {
            if (!abandoned.takeOver(members, request)) {
                throw exhausted(members, request, next);
            }
            return null;
        }
        String made = tree.createSequential(
                forever + "/" + settings.address + "-",
                LeafSnowflakeUpload.of(settings.address, LeafSnowflakeNodes.unreserved(null))
                        .bytes());
        LeafSnowflakeNode node = LeafSnowflakeNode.parse(made);
        if (node == null || !node.isWithin(request)) {
            // Other processes took the last numbers meanwhile.
            tree.delete(made, 0);
        }
        return null;
    }

    /** Leases a number. Waits once for a holder that may be gone, such as this process before a crash. */
    private WorkerLease lease(WorkerRequest request) {
        try {
            return ids.acquire(request);
        } catch (IdsExhaustedException e) {
            LeaseRecord held = awaitEnd(request);
            try {
                return ids.acquire(request);
            } catch (IdsExhaustedException again) {
                throw held == null ? again : inUse(request, held);
            }
        }
    }

    /** Waits for the end of a lease; returns null if the number has no holder any more. */
    private @Nullable LeaseRecord awaitEnd(WorkerRequest request) {
        View view = store.read(request.namespace(), request.firstId(), 1);
        LeaseRecord held = view.records().get(request.firstId());
        if (held == null) {
            return null;
        }
        long nanos = TimeUnit.MILLISECONDS.toNanos(held.freeFrom() - view.at().millis() + 1);
        if (nanos > PATIENCE.toNanos()) {
            throw inUse(request, held);
        }
        long start = parking.nanoTime();
        for (long left = nanos; left > 0 && !Thread.currentThread().isInterrupted(); ) {
            parking.park(left);
            left = nanos - (parking.nanoTime() - start);
        }
        return held;
    }

    private ConfigException inUse(WorkerRequest request, LeaseRecord held) {
        return new ConfigException("worker id " + request.firstId() + " (node " + nodes.path(request.firstId())
                + " on ZooKeeper at " + tree.where() + ") is in use by " + held.holder()
                + ": each process needs an address and port of its own (keys address, port). Stop the other, give"
                + " another port, or wait until its reservation is over, at "
                + Instant.ofEpochMilli(held.freeFrom()) + ".");
    }

    private IdsExhaustedException exhausted(List<LeafSnowflakeNode> members, WorkerRequest request, int next) {
        String holders = members.stream()
                .limit(HOLDERS_SHOWN)
                .map(node -> node.number() + " by " + node.address())
                .collect(Collectors.joining(", "));
        return new IdsExhaustedException("no worker id from " + request.firstId() + " to " + request.lastId()
                + " is left at " + where() + " for " + settings.address + ": the next number of the sequence is " + next
                + ", which is not in that range, and none is free; held are "
                + (members.isEmpty() ? "none" : holders) + (members.size() > HOLDERS_SHOWN ? " and others" : "")
                + ". Numbers that Leaf burned can be taken over with key reuse-after.");
    }

    private BackendException unexpected(KeeperException e) {
        return new BackendException(
                "ZooKeeper at " + tree.where() + " failed on " + where() + ": " + e.getMessage()
                        + " (does the chroot exist, does somebody remove nodes?)",
                e);
    }

    private String where() {
        return forever + " on ZooKeeper at " + tree.where();
    }
}
