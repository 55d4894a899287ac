package io.distid.zookeeper;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.spi.RenewedLease;
import io.distid.spi.WorkerIds;
import io.distid.spi.WorkerLease;
import io.distid.spi.WorkerRequest;
import io.distid.worker.HeldWorkerFile;
import io.distid.worker.WorkerFile;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.apache.zookeeper.KeeperException;
import org.jspecify.annotations.Nullable;

/** Grants the number that this process's address has in a Leaf fleet. */
final class LeafWorkerIds implements WorkerIds {
    private static final System.Logger LOG = System.getLogger(LeafWorkerIds.class.getName());
    private static final int PASSES = 16;

    private final ZooKeeperLink link;
    private final Settings settings;

    /** What the provider was told. */
    record Settings(
            @Nullable String name,
            String address,
            boolean create,
            @Nullable Path file,
            Duration upload,
            @Nullable Duration reuseAfter,
            Duration maxAhead) {}

    LeafWorkerIds(ZooKeeperLink link, Settings settings) {
        this.link = link;
        this.settings = settings;
    }

    @Override
    public WorkerLease acquire(WorkerRequest asked) {
        WorkerRequest request = withReservation(asked, settings.upload().multipliedBy(3));
        String name = settings.name() == null ? request.namespace() : settings.name();
        LeafFleet fleet = new LeafFleet(link, name);
        LeafClaim claim = new LeafClaim(link, fleet, request, settings.address(), settings.maxAhead());
        if (settings.file() == null) {
            return fromZooKeeper(fleet, claim, null, null);
        }
        HeldWorkerFile file = HeldWorkerFile.lock(settings.file());
        try {
            return withFile(fleet, claim, file);
        } catch (RuntimeException | Error e) {
            file.close();
            throw e;
        }
    }

    private WorkerLease withFile(LeafFleet fleet, LeafClaim claim, HeldWorkerFile file) {
        WorkerFile kept = file.read();
        if (kept == null) {
            link.awaitConnected();
            return fromZooKeeper(fleet, claim, file, null);
        }
        kept.requireFor(claim.request(), file.path());
        if (!link.isConnected()) {
            return fromFile(claim, file);
        }
        try {
            return fromZooKeeper(fleet, claim, file, kept);
        } catch (BackendException e) {
            if (link.isConnected() || Thread.currentThread().isInterrupted()) {
                throw e;
            }
            return fromFile(claim, file);
        }
    }

    /** What the file keeps belongs to nobody else, so it can be used before ZooKeeper answers. */
    private WorkerLease fromFile(LeafClaim claim, HeldWorkerFile file) {
        WorkerFile kept = file.read();
        if (kept == null) {
            throw new BackendException("worker file " + file.path() + " is gone: it was deleted while it was read");
        }
        LeafNode node = claim.mine(kept.workerId());
        // Were a Leaf started here since, its ticks are not in the file, but not of the future either.
        long stamped = Math.max(kept.reservedUntil(), claim.request().clock().millis());
        long bound = RenewedLease.firstBound(claim.request(), stamped);
        file.write(kept.withReservedUntil(bound));
        LOG.log(
                Level.WARNING,
                "ZooKeeper at " + link.where() + " does not answer: " + claim.where(node) + " is taken from file "
                        + file.path() + ", which has a bound of " + Instant.ofEpochMilli(stamped));
        LeafHold hold = new LeafHold(claim, node, UUID.randomUUID().toString(), stamped, bound, file, null);
        return RenewedLease.start(claim.request(), node.number(), stamped, bound, hold);
    }

    private WorkerLease fromZooKeeper(
            LeafFleet fleet, LeafClaim claim, @Nullable HeldWorkerFile file, @Nullable WorkerFile kept) {
        try {
            fleet.open(claim.request().fingerprint(), settings.create());
            LeafChoice choice = new LeafChoice(fleet, claim, settings.reuseAfter());
            for (int pass = 0; pass < PASSES; pass++) {
                LeafChoice.Chosen chosen = choice.pass(kept);
                if (chosen != null) {
                    try {
                        return take(claim, chosen, file, kept);
                    } catch (KeeperException.BadVersionException
                            | KeeperException.NoNodeException
                            | KeeperException.NodeExistsException e) {
                        // Somebody was faster: look again.
                    }
                }
            }
        } catch (KeeperException e) {
            throw new BackendException(
                    "ZooKeeper at " + link.where() + " did not do its work on " + fleet.where() + ": " + e.getMessage()
                            + " (does the chroot exist, does somebody remove nodes?)",
                    e);
        }
        throw new BackendException("no worker id of " + fleet.where() + " could be taken in " + PASSES
                + " passes: others were always faster; try again");
    }

    private static WorkerLease take(
            LeafClaim claim, LeafChoice.Chosen chosen, @Nullable HeldWorkerFile file, @Nullable WorkerFile kept)
            throws KeeperException {
        WorkerRequest request = claim.request();
        int number = chosen.found().node().number();
        long stamped = chosen.stampedUntil();
        long bound = RenewedLease.firstBound(request, stamped);
        claim.requireNear(bound, chosen.serverNow());
        WorkerFile keeps = new WorkerFile(request.namespace(), number, request.fingerprint(), bound);
        if (file != null && kept != null) {
            // Before ZooKeeper, so that it is never behind it.
            file.write(keeps);
        }
        String token = UUID.randomUUID().toString();
        LeafFleet.Written written = claim.take(chosen.found(), claim.mark(bound, file != null, token));
        LeafNode node = claim.mine(number);
        if (file != null && kept == null) {
            // After ZooKeeper, so that it keeps no number that another took.
            try {
                file.write(keeps);
            } catch (RuntimeException e) {
                // As if it had never been: nobody else has the file that would be asked for.
                claim.write(
                        node,
                        written.version(),
                        written.markVersion(),
                        claim.mark(Math.max(stamped, 0), false, Slot.NOBODY));
                throw e;
            }
        }
        LeafHold hold = new LeafHold(claim, node, token, stamped, bound, file, written);
        return RenewedLease.start(request, number, stamped, bound, hold);
    }

    private static WorkerRequest withReservation(WorkerRequest asked, Duration least) {
        return asked.reservation().compareTo(least) >= 0
                ? asked
                : new WorkerRequest(
                        asked.namespace(),
                        asked.firstId(),
                        asked.lastId(),
                        asked.preferredId(),
                        least,
                        asked.fingerprint(),
                        asked.holder(),
                        asked.clock());
    }

    /** Refuses a source for which two processes would have one address. */
    static ConfigException inUse(LeafFleet fleet, LeafNode node, String holder) {
        return new ConfigException(fleet.where(node) + " is in use by " + holder
                + ", which uploaded just now: each process needs an ip and port of its own (keys ip, port); stop the other,"
                + " or give another");
    }

    @Override
    public void close() {
        link.close();
    }
}
