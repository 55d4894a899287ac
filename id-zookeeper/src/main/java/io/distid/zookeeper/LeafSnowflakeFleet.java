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
 * The numbers of one Leaf fleet. Which one a process has is Leaf's rule: that of the node of its address, or a new one. It is then leased as any
 * worker id is, by {@link io.distid.worker.StoreWorkerIds}. Safe for use by any number of threads.
 */
final class LeafSnowflakeFleet {
    /*
     * Why no id is repeated, beside what StoreWorkerIds says.
     *
     * - Of distid's processes, whoever has which node, no two hold a number: its record tells who does.
     * - A Leaf and distid hold a number one after the other. Leaf's node and the record are written by one transaction, which names the version of
     *   Leaf's node that was read. A Leaf starts once its clock has passed the timestamp, which lies above each bound that was ever confirmed.
     *   Distid takes what a Leaf uploaded for the record of a holder. So it begins above that once the Leaf was silent, and a holder whose
     *   number a Leaf has written to finds that it was replaced.
     * - A number's node is renamed only where the record is free, or a Leaf was silent for long. The rename names the version that was read before
     *   the record was, and keeps the time that a Leaf has to wait for. Whoever held the number finds its node gone.
     */
    private static final int PASSES = 16;
    private static final int HOLDERS_SHOWN = 64;
    /** Longer than a reservation is as a rule. */
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
     * What a process asks for, as the provider read it.
     *
     * @param address {@code ip:port}
     * @param reuseAfter how long a Leaf is silent before its node is taken over; null for never
     */
    record Settings(
            String address, boolean create, @Nullable Duration reuseAfter, Duration maxAhead) {}

    /**
     * A fleet as one process sees it.
     *
     * @param nodes beside the records of the store
     * @param store its records
     * @param ids which leases from the store
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

    /** The fleet at a path, leased by the clock of this machine. */
    static LeafSnowflakeFleet open(ZooKeeperTree tree, String path, Settings settings) {
        LeafSnowflakeNodes nodes = new LeafSnowflakeNodes(tree, path);
        RecordStore store = records(tree, path, nodes);
        // Where Leaf has a fleet already, its records may be made whatever the settings are.
        Creation creation = settings.create ? Creation.ALLOWED : Creation.ALWAYS;
        return new LeafSnowflakeFleet(
                tree, settings, nodes, store, new StoreWorkerIds(store, settings.maxAhead, creation), Parking.SYSTEM);
    }

    /** The records of a fleet, in a node of their own. */
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
                + " passes: others were always faster; try again");
    }

    /** Zero where no node may be made, or the fleet has records. */
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
            // Another process of the fleet was first.
        }
    }

    /** That of this process's address; null if the fleet has to be looked at again. */
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
                // Another of its nodes may come from a start beside this one, and would do as well.
                nodes.add(node);
                return node.number();
            }
        }
        // A client reads creations and deletions as one number; the next number is how many creations there were.
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
            // Others took the last ones meanwhile.
            tree.delete(made, 0);
        }
        return null;
    }

    /** Waits once for a holder that may be gone, such as this process before it crashed. */
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

    /** Null if nobody holds the number any more. */
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
                "ZooKeeper at " + tree.where() + " did not do its work on " + where() + ": " + e.getMessage()
                        + " (does the chroot exist, does somebody remove nodes?)",
                e);
    }

    private String where() {
        return forever + " on ZooKeeper at " + tree.where();
    }
}
