package io.distid.zookeeper;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.IdsExhaustedException;
import io.distid.StoreRegressedException;
import io.distid.spi.IdConfig;
import io.distid.spi.RenewedLease;
import io.distid.spi.WorkerIds;
import io.distid.spi.WorkerLease;
import io.distid.spi.WorkerRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * One persistent node for each worker id, below one for each namespace.
 *
 * <p>An id is taken by creating its node, or by a write that names the version which was read; so of several takers one wins.
 * Expiry goes by the ensemble's clock: a node's time of change, the term its holder wrote, and, for "now", the time of change
 * of a write that is made for that. Ids that were never taken come first, in random order, so that a fleet that starts together does
 * not queue for the same one.
 */
final class LeaseWorkerIds implements WorkerIds {
    private static final int HOLDERS_SHOWN = 64;
    private static final int PASSES = 16;

    private final ZooKeeperLink link;
    private final String path;
    private final boolean create;
    private final Duration maxAhead;
    private final Map<String, Long> bounds = new ConcurrentHashMap<>();

    private LeaseWorkerIds(ZooKeeperLink link, String path, boolean create, Duration maxAhead) {
        this.link = link;
        this.path = path;
        this.create = create;
        this.maxAhead = maxAhead;
    }

    static LeaseWorkerIds open(ZooKeeperLink link, IdConfig config) {
        String path = config.text("path");
        boolean create = config.flag("create");
        try {
            if (link.call(path, client -> client.checkExists().forPath(path)) == null && !create) {
                throw config.invalid(
                        "path",
                        "a node that ZooKeeper at " + link.where() + " has; or pass create=true for the first start");
            }
        } catch (KeeperException e) {
            throw unexpected(link, path, e);
        }
        return new LeaseWorkerIds(link, path, create, config.duration("max-ahead"));
    }

    @Override
    public WorkerLease acquire(WorkerRequest request) {
        String namespace = path + "/" + request.namespace();
        try {
            checkLayout(request, namespace);
            for (int pass = 0; pass < PASSES; pass++) {
                WorkerLease lease = pass(request, namespace);
                if (lease != null) {
                    return lease;
                }
            }
        } catch (KeeperException e) {
            throw unexpected(link, namespace, e);
        }
        throw new BackendException("no worker id of " + namespace + " on ZooKeeper at " + link.where()
                + " could be taken in " + PASSES + " passes: others were always faster; try again");
    }

    private void checkLayout(WorkerRequest request, String namespace) throws KeeperException {
        byte[] layout = request.fingerprint().getBytes(StandardCharsets.UTF_8);
        String found;
        try {
            found = text(link.call(namespace, client -> client.getData().forPath(namespace)));
        } catch (KeeperException.NoNodeException e) {
            if (!create) {
                throw new ConfigException(
                        "namespace " + namespace + " does not exist on ZooKeeper at " + link.where()
                                + ". If it is new, pass create=true for its first start; if it was lost, first wait until the"
                                + " reservations of all its holders are over",
                        e);
            }
            try {
                link.call(
                        namespace,
                        client -> client.create().creatingParentsIfNeeded().forPath(namespace, layout));
            } catch (KeeperException.NodeExistsException raced) {
                // Another node of the fleet was first; its layout is compared below.
            }
            found = text(link.call(namespace, client -> client.getData().forPath(namespace)));
        }
        if (!found.equals(request.fingerprint())) {
            throw new ConfigException("namespace \"" + request.namespace() + "\" (node " + namespace
                    + " on ZooKeeper at "
                    + link.where() + ") is in use with the layout \"" + found + "\", not \"" + request.fingerprint()
                    + "\": ids of two layouts can be equal; take another namespace");
        }
    }

    /** One look at all ids: a lease, or null if somebody was faster somewhere. */
    private @Nullable WorkerLease pass(WorkerRequest request, String namespace) throws KeeperException {
        long now = serverTime(namespace);
        long clock = request.clock().millis();
        if (clock - now > maxAhead.toMillis()) {
            throw tooFarAhead(namespace, clock, now);
        }
        Set<String> taken = new HashSet<>(
                link.call(namespace, client -> client.getChildren().forPath(namespace)));
        List<String> held = new ArrayList<>();
        Found best = null;
        boolean raced = false;
        for (int id : order(request, taken)) {
            String node = namespace + "/" + id;
            if (!taken.contains(Integer.toString(id))) {
                WorkerLease lease = make(request, node, id);
                if (lease != null) {
                    return lease;
                }
                raced = true;
                continue;
            }
            Found found = read(node, id);
            if (found == null) {
                raced = true;
            } else if (!found.slot().isFree(found.stat().getMtime(), now)) {
                held.add(id + " by " + found.slot().holder());
            } else if (found.slot().bound() <= clock) {
                best = found;
                break;
            } else if (best == null || found.slot().bound() < best.slot().bound()) {
                // Its next holder has to wait until the clock is there.
                best = found;
            }
        }
        if (best != null) {
            return take(request, best, now);
        }
        if (raced) {
            return null;
        }
        throw new IdsExhaustedException("all worker ids from " + request.firstId() + " to " + request.lastId()
                + " of namespace \"" + request.namespace() + "\" (node " + namespace + " on ZooKeeper at "
                + link.where()
                + ") are held: " + String.join(", ", held.subList(0, Math.min(HOLDERS_SHOWN, held.size())))
                + (held.size() > HOLDERS_SHOWN ? " and others" : "") + "; stop a holder, or allow more ids");
    }

    /** A slot as it was read. */
    private record Found(String node, int id, Slot slot, Stat stat) {}

    /** The preferred id, then those that nobody ever had, then the others; each part from a random point on. */
    private static List<Integer> order(WorkerRequest request, Set<String> taken) {
        List<Integer> fresh = new ArrayList<>();
        List<Integer> used = new ArrayList<>();
        long count = request.lastId() - (long) request.firstId() + 1;
        long offset = ThreadLocalRandom.current().nextLong(count);
        request.preferredId().ifPresent(fresh::add);
        for (long i = 0; i < count; i++) {
            int id = (int) (request.firstId() + (offset + i) % count);
            (taken.contains(Integer.toString(id)) ? used : fresh).add(id);
        }
        fresh.addAll(used);
        return fresh;
    }

    private @Nullable Found read(String node, int id) throws KeeperException {
        Stat stat = new Stat();
        try {
            byte[] data = link.call(
                    node, client -> client.getData().storingStatIn(stat).forPath(node));
            return new Found(node, id, Slot.parse(node, data), stat);
        } catch (KeeperException.NoNodeException e) {
            return null;
        }
    }

    private @Nullable WorkerLease make(WorkerRequest request, String node, int id) throws KeeperException {
        Slot slot = slot(request, Long.MIN_VALUE);
        Stat stat = new Stat();
        try {
            link.call(node, client -> client.create().storingStatIn(stat).forPath(node, slot.bytes()));
        } catch (KeeperException.NodeExistsException e) {
            return null;
        }
        return lease(request, node, id, Long.MIN_VALUE, slot, stat);
    }

    private @Nullable WorkerLease take(WorkerRequest request, Found found, long now) throws KeeperException {
        long stamped = found.slot().bound();
        Slot slot = slot(request, stamped);
        if (slot.bound() - slot.term() - now > maxAhead.toMillis()) {
            throw tooFarAhead(found.node(), slot.bound() - slot.term(), now);
        }
        Stat stat;
        try {
            stat = link.call(
                    found.node(),
                    client -> client.setData()
                            .withVersion(found.stat().getVersion())
                            .forPath(found.node(), slot.bytes()));
        } catch (KeeperException.BadVersionException | KeeperException.NoNodeException e) {
            return null;
        }
        return lease(request, found.node(), found.id(), stamped, slot, stat);
    }

    private static Slot slot(WorkerRequest request, long stamped) {
        return new Slot(
                RenewedLease.firstBound(request, stamped),
                request.reservation().toMillis(),
                UUID.randomUUID().toString(),
                request.holder());
    }

    private WorkerLease lease(WorkerRequest request, String node, int id, long stamped, Slot slot, Stat stat) {
        ZooKeeperLeaseHold hold = new ZooKeeperLeaseHold(link, bounds, node, maxAhead, stamped, slot, stat);
        long known = bounds.getOrDefault(node, Long.MIN_VALUE);
        if (stamped < known) {
            // Leaves the slot as it should be, so that this id at least is safe again.
            hold.release(known);
            throw new StoreRegressedException(
                    node + " on ZooKeeper at " + link.where() + " held "
                            + (stamped == Long.MIN_VALUE ? "nothing" : "a bound of " + Instant.ofEpochMilli(stamped))
                            + ", but "
                            + Instant.ofEpochMilli(known)
                            + " was confirmed before: was the ensemble restored, or the node removed?"
                            + " Stop all holders of the namespace, wait until their reservations are over, and start them again.");
        }
        hold.confirmed(slot.bound());
        return RenewedLease.start(request, id, stamped, slot.bound(), hold);
    }

    /** ZooKeeper tells its time only as that of a change, so one is made. */
    private long serverTime(String namespace) throws KeeperException {
        String clock = namespace + "/clock";
        try {
            return link.call(clock, client -> client.setData().forPath(clock, new byte[0]))
                    .getMtime();
        } catch (KeeperException.NoNodeException e) {
            try {
                link.call(clock, client -> client.create().forPath(clock, new byte[0]));
            } catch (KeeperException.NodeExistsException raced) {
                // Made by another; it only has to be there.
            }
            return link.call(clock, client -> client.setData().forPath(clock, new byte[0]))
                    .getMtime();
        }
    }

    private BackendException tooFarAhead(String node, long clock, long now) {
        return new BackendException("worker ids of " + node + " are refused: this node's clock shows "
                + Instant.ofEpochMilli(clock) + ", or the predecessor's bound lies there, " + (clock - now)
                + " ms ahead of ZooKeeper's, and at most " + maxAhead.toMillis()
                + " ms ahead are allowed (key max-ahead); mend the clock");
    }

    private static BackendException unexpected(ZooKeeperLink link, String path, KeeperException e) {
        return new BackendException(
                "ZooKeeper at " + link.where() + " did not do its work on " + path + ": " + e.getMessage()
                        + " (does somebody remove nodes?)",
                e);
    }

    private static String text(byte[] data) {
        return new String(data, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        link.close();
    }
}
