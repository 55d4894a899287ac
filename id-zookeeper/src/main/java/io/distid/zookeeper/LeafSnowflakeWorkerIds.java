package io.distid.zookeeper;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.InterruptedIdException;
import io.distid.thread.Uninterrupted;
import io.distid.worker.HeldWorkerFile;
import io.distid.worker.LeaseToken;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerFile;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/** Grants the number that this process's address has in a Leaf fleet. */
final class LeafSnowflakeWorkerIds implements WorkerIds {
    private static final System.Logger LOG = System.getLogger(LeafSnowflakeWorkerIds.class.getName());
    private static final int PASSES = 16;

    private final ZooKeeperTree tree;
    private final Settings settings;
    private final Unanswered unanswered;

    /** The settings, as the provider read them. */
    record Settings(
            @Nullable String name,
            String address,
            boolean create,
            @Nullable Path file,
            Duration upload,
            @Nullable Duration reuseAfter,
            Duration maxAhead) {}

    LeafSnowflakeWorkerIds(ZooKeeperTree tree, Settings settings) {
        this(tree, settings, new Unanswered());
    }

    /**
     * A source.
     *
     * @param unanswered those of this process, which another source may have made
     */
    LeafSnowflakeWorkerIds(ZooKeeperTree tree, Settings settings, Unanswered unanswered) {
        this.tree = tree;
        this.settings = settings;
        this.unanswered = unanswered;
    }

    @Override
    public WorkerLease acquire(WorkerRequest asked) {
        WorkerRequest request = withReservation(asked, leastReservation());
        LeafSnowflakeFleet fleet = fleet(request);
        LeafSnowflakeClaim claim =
                new LeafSnowflakeClaim(tree, fleet, request, settings.address(), settings.maxAhead());
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

    private WorkerLease withFile(LeafSnowflakeFleet fleet, LeafSnowflakeClaim claim, HeldWorkerFile file) {
        WorkerFile kept = file.read();
        if (kept == null) {
            tree.awaitConnected();
            return fromZooKeeper(fleet, claim, file, null);
        }
        kept.requireFor(claim.request(), file.path());
        if (!tree.isConnected()) {
            return fromFile(claim, file);
        }
        try {
            return fromZooKeeper(fleet, claim, file, kept);
        } catch (BackendException e) {
            if (tree.isConnected() || Thread.currentThread().isInterrupted()) {
                throw e;
            }
            return fromFile(claim, file);
        }
    }

    /** What the file keeps belongs to nobody else, so it can be used before ZooKeeper answers. */
    private WorkerLease fromFile(LeafSnowflakeClaim claim, HeldWorkerFile file) {
        WorkerFile kept = file.read();
        if (kept == null) {
            throw new BackendException("worker file " + file.path() + " is gone: it was deleted while it was read");
        }
        LeafSnowflakeNode node = claim.mine(kept.workerId());
        // Were a Leaf started here since, its ticks are not in the file, but not of the future either.
        long stamped = Math.max(kept.reservedUntil(), claim.request().clock().millis());
        long bound = RenewedLease.firstBound(claim.request(), stamped);
        file.write(kept.withReservedUntil(bound));
        LOG.log(
                Level.WARNING,
                "ZooKeeper at " + tree.where() + " does not answer: " + claim.where(node) + " is taken from file "
                        + file.path() + ", which has a bound of " + Instant.ofEpochMilli(stamped));
        LeafSnowflakeBackend hold =
                new LeafSnowflakeBackend(claim, node, LeaseToken.draw(), stamped, bound, file, null);
        return RenewedLease.start(claim.request(), node.number(), stamped, bound, hold);
    }

    private WorkerLease fromZooKeeper(
            LeafSnowflakeFleet fleet,
            LeafSnowflakeClaim claim,
            @Nullable HeldWorkerFile file,
            @Nullable WorkerFile kept) {
        try {
            fleet.open(claim.request().fingerprint(), settings.create());
            LeafSnowflakeChoice choice = new LeafSnowflakeChoice(fleet, claim, unanswered, settings.reuseAfter());
            for (int pass = 0; pass < PASSES; pass++) {
                LeafSnowflakeChoice.Chosen chosen = choice.pass(kept);
                if (chosen != null) {
                    try {
                        return take(fleet, claim, chosen, file, kept);
                    } catch (KeeperException.BadVersionException
                            | KeeperException.NoNodeException
                            | KeeperException.NodeExistsException e) {
                        // Somebody was faster: look again.
                    }
                }
            }
        } catch (KeeperException e) {
            throw unexpected(fleet, e);
        }
        throw new BackendException("no worker id of " + fleet.where() + " could be taken in " + PASSES
                + " passes: others were always faster; try again");
    }

    private WorkerLease take(
            LeafSnowflakeFleet fleet,
            LeafSnowflakeClaim claim,
            LeafSnowflakeChoice.Chosen chosen,
            @Nullable HeldWorkerFile file,
            @Nullable WorkerFile kept)
            throws KeeperException {
        WorkerRequest request = claim.request();
        int number = chosen.found().node().number();
        Stat mark = Objects.requireNonNull(chosen.found().markStat(), "mark");
        long stamped = chosen.stampedUntil();
        // The mark can have been made since the server was asked.
        long now = claim.horizon()
                .requireStart(
                        fleet.where(), stamped, Math.max(chosen.serverNow(), mark.getMtime()), claim::serverMillis);
        long bound = claim.horizon().firstBound(stamped, now);
        WorkerFile keeps = new WorkerFile(request.namespace(), number, request.fingerprint(), bound);
        if (file != null && kept != null) {
            // Before ZooKeeper, so that it is never behind it.
            file.write(keeps);
        }
        LeafSnowflakeNode node = claim.mine(number);
        String token = LeaseToken.draw();
        LeafSnowflakeFleet.Written written = write(fleet, claim, chosen, claim.mark(bound, file != null, token));
        LeafSnowflakeBackend hold = new LeafSnowflakeBackend(claim, node, token, stamped, bound, file, written);
        if (!written.follows(chosen.found())) {
            // It was removed, or the ensemble restored, and another has it: at the version that was read.
            claim.raise(number, written);
            throw new KeeperException.BadVersionException(fleet.markPath(number));
        }
        if (file != null && kept == null) {
            // After ZooKeeper, so that it keeps no number that another took.
            try {
                file.write(keeps);
            } catch (RuntimeException e) {
                // As if it had never been: nobody else has the file that would be asked for. If that is lost, too, the
                // next attempt knows the mark.
                unanswered.add(token, attempt(fleet, chosen));
                Uninterrupted.run(() -> giveBack(claim, node, written, stamped, e));
                throw e;
            }
        }
        if (stamped > request.clock().millis()) {
            LOG.log(
                    Level.INFO,
                    claim.where(node) + " begins above " + Instant.ofEpochMilli(stamped)
                            + ", up to which a predecessor, or a holder of a lost mark, may have stamped");
        }
        return RenewedLease.start(request, number, stamped, bound, hold);
    }

    /** After an error, which is the caller's whatever becomes of this. */
    private static void giveBack(
            LeafSnowflakeClaim claim,
            LeafSnowflakeNode node,
            LeafSnowflakeFleet.Written written,
            long stamped,
            RuntimeException error) {
        try {
            claim.write(
                    node,
                    written.version(),
                    written.markVersion(),
                    claim.mark(Math.max(stamped, 0), false, LeafSnowflakeMark.NOBODY));
        } catch (KeeperException | BackendException | InterruptedIdException e) {
            error.addSuppressed(e);
        }
    }

    private Unanswered.Attempt attempt(LeafSnowflakeFleet fleet, LeafSnowflakeChoice.Chosen chosen) {
        LeafSnowflakeFleet.Found found = chosen.found();
        return new Unanswered.Attempt(
                tree.where() + fleet.markPath(found.node().number()),
                found.madeBy(),
                found.transaction(),
                chosen.stampedUntil());
    }

    /** Writes the mark of a number that is taken, and remembers it if there is no answer, or an interrupt ends the wait for it. */
    private LeafSnowflakeFleet.Written write(
            LeafSnowflakeFleet fleet,
            LeafSnowflakeClaim claim,
            LeafSnowflakeChoice.Chosen chosen,
            LeafSnowflakeMark mark)
            throws KeeperException {
        Unanswered.Attempt attempt = attempt(fleet, chosen);
        try {
            LeafSnowflakeFleet.Written written = claim.take(chosen.found(), mark);
            unanswered.remove(attempt.node());
            return written;
        } catch (BackendException | InterruptedIdException e) {
            unanswered.add(mark.token(), attempt);
            throw e;
        }
    }

    private Duration leastReservation() {
        return settings.upload().multipliedBy(3);
    }

    private static WorkerRequest withReservation(WorkerRequest asked, Duration least) {
        return asked.reservation().compareTo(least) >= 0 ? asked : asked.withReservation(least);
    }

    /** Refuses a source for which two processes would have one address. */
    static ConfigException inUse(LeafSnowflakeFleet fleet, LeafSnowflakeNode node, String holder) {
        return new ConfigException(fleet.where(node) + " is in use by " + holder
                + ", which uploaded just now: each process needs an ip and port of its own (keys ip, port); stop the other,"
                + " or give another");
    }

    /** A node whose file is there has had its number before; a fleet that was Leaf's alone gets its marks whatever the settings are. */
    @Override
    public Duration firstStart(WorkerRequest asked) {
        Path file = settings.file();
        if (file != null && Files.exists(file) || !settings.create() && !lacksMarks(fleet(asked))) {
            return Duration.ZERO;
        }
        return settings.maxAhead()
                .plus(withReservation(asked, leastReservation()).reservation());
    }

    private boolean lacksMarks(LeafSnowflakeFleet fleet) {
        try {
            return fleet.exists() && !fleet.hasMarks();
        } catch (KeeperException e) {
            throw unexpected(fleet, e);
        }
    }

    private BackendException unexpected(LeafSnowflakeFleet fleet, KeeperException e) {
        return new BackendException(
                "ZooKeeper at " + tree.where() + " did not do its work on " + fleet.where() + ": " + e.getMessage()
                        + " (does the chroot exist, does somebody remove nodes?)",
                e);
    }

    private LeafSnowflakeFleet fleet(WorkerRequest asked) {
        return new LeafSnowflakeFleet(
                tree, settings.name() == null ? ZooKeeperKeys.element(asked.namespace()) : settings.name());
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
