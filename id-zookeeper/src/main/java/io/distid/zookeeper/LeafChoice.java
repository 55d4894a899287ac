package io.distid.zookeeper;

import io.distid.ConfigException;
import io.distid.IdsExhaustedException;
import io.distid.spi.WorkerRequest;
import io.distid.worker.WorkerFile;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.zookeeper.KeeperException;
import org.jspecify.annotations.Nullable;

/**
 * Which number a process gets: the one its file keeps, the one its address has, the next one of the sequence, and where that would
 * lie beyond the range, one whose holder is gone.
 *
 * <p>For one thread, and one acquire.
 */
final class LeafChoice {
    private static final int HOLDERS_SHOWN = 64;
    private static final Duration BEYOND_AN_UPLOAD = Duration.ofSeconds(1);

    private final LeafFleet fleet;
    private final LeafClaim claim;
    private final WorkerRequest request;
    private final @Nullable Duration reuseAfter;
    /** The number that was made for this process, which nobody used yet. */
    private @Nullable LeafNode fresh;
    /** The state of a number that did not change while it was watched. */
    private long watched = -1;

    LeafChoice(LeafFleet fleet, LeafClaim claim, @Nullable Duration reuseAfter) {
        this.fleet = fleet;
        this.claim = claim;
        this.request = claim.request();
        this.reuseAfter = reuseAfter;
    }

    /** A number that may be taken as it was read, with where its holders may have got to, and the server's clock. */
    record Chosen(LeafFleet.Found found, long stampedUntil, long serverNow) {}

    /** One look at the fleet; null if it has to be looked at again. */
    @Nullable
    Chosen pass(@Nullable WorkerFile kept) throws KeeperException {
        long now = fleet.serverTime(request.fingerprint());
        claim.requireNear(request.clock().millis() + request.reservation().toMillis(), now);
        LeafFleet.Members members = fleet.members();
        if (kept != null && !wentOnWithoutFile(members, kept)) {
            LeafFleet.Found found = claim.findKept(kept.workerId(), kept.reservedUntil());
            claim.requireClock(found.node(), found.mark().uploaded());
            return new Chosen(found, Math.max(found.mark().bound(), kept.reservedUntil()), now);
        }
        Optional<LeafNode> own = members.nodes().stream()
                .filter(node -> node.address().equals(claim.address()) && isAllowed(node.number()))
                .min(Comparator.comparingInt(LeafNode::number));
        if (own.isPresent()) {
            if (fresh != null && !fresh.equals(own.get())) {
                // Another process of this address made one, too: only the first counts.
                fleet.remove(fresh);
                fresh = null;
            }
            LeafFleet.Found found = fleet.read(own.get());
            return found == null ? null : own(found, kept, now);
        }
        if (isAllowed(members.next())) {
            LeafNode made = fleet.make(claim.address(), request.clock().millis());
            if (isAllowed(made.number())) {
                fresh = made;
            } else {
                // Others took the last ones meanwhile.
                fleet.remove(made);
            }
            return null;
        }
        return abandoned(members, now);
    }

    /** Whether the file's number still has this address, and went on without the file: then it is as good as one of no file. */
    private boolean wentOnWithoutFile(LeafFleet.Members members, WorkerFile kept) throws KeeperException {
        LeafNode node = claim.mine(kept.workerId());
        LeafFleet.Found found = members.nodes().contains(node) ? fleet.read(node) : null;
        return found != null && (found.current() == null || !found.current().kept());
    }

    /** The number of this process's address. */
    private @Nullable Chosen own(LeafFleet.Found found, @Nullable WorkerFile kept, long now) throws KeeperException {
        LeafNode node = found.node();
        LeafMark mark = found.current();
        long age = now - found.stat().getMtime();
        long stamped = Math.max(
                kept == null ? Long.MIN_VALUE : kept.reservedUntil(),
                found.mark() == null ? Long.MIN_VALUE : found.mark().bound());
        if (node.equals(fresh) && found.stat().getVersion() == 0) {
            return new Chosen(found, stamped, now);
        }
        if (mark == null) {
            claim.requireClock(node, found.timestamp());
            requireSilence(found, LeafClaim.LEAF_SILENCE.toMillis() - age, "a Leaf");
            return new Chosen(found, Math.max(stamped, afterLeaf(found)), now);
        }
        if (mark.kept()) {
            throw new ConfigException(fleet.where(node) + " is kept by a file of " + mark.holder()
                    + ", and this process does not have it: give worker.file. " + claim.forget(node.number()));
        }
        claim.requireClock(node, mark.uploaded());
        if (!mark.isReleased()) {
            // Whoever lives uploads at a third of the term.
            long silence = Math.min(mark.term() - age, mark.term() / 3 + BEYOND_AN_UPLOAD.toMillis());
            requireSilence(found, silence, mark.holder());
        }
        return new Chosen(found, Math.max(stamped, mark.bound()), now);
    }

    /** Where a Leaf that does not run any more may have got to: its clock was this one's, so not beyond now. */
    private long afterLeaf(LeafFleet.Found found) {
        return Math.max(request.clock().millis(), found.timestamp() + LeafClaim.LEAF_SILENCE.toMillis());
    }

    private void requireSilence(LeafFleet.Found found, long millis, String holder) throws KeeperException {
        if (millis > 0 && watched != found.stat().getMzxid()) {
            if (fleet.changes(found, Duration.ofMillis(millis))) {
                throw LeafWorkerIds.inUse(fleet, found.node(), holder);
            }
            watched = found.stat().getMzxid();
        }
    }

    /** The number that was left alone for longest; no sequence number is burned for it. */
    private Chosen abandoned(LeafFleet.Members members, long now) throws KeeperException {
        Chosen best = null;
        for (LeafNode node : members.nodes()) {
            LeafFleet.Found found = isAllowed(node.number()) ? fleet.read(node) : null;
            Chosen chosen = found == null ? null : abandoned(found, now);
            if (chosen != null && (best == null || chosen.stampedUntil() < best.stampedUntil())) {
                best = chosen;
            }
        }
        if (best == null) {
            throw exhausted(members);
        }
        return best;
    }

    private @Nullable Chosen abandoned(LeafFleet.Found found, long now) {
        long age = now - found.stat().getMtime();
        LeafMark mark = found.current();
        if (mark != null) {
            boolean free = !mark.kept() && (mark.isReleased() || age > mark.term());
            return free ? new Chosen(found, mark.bound(), now) : null;
        }
        boolean silent = reuseAfter != null && age > reuseAfter.toMillis();
        return silent ? new Chosen(found, afterLeaf(found), now) : null;
    }

    private IdsExhaustedException exhausted(LeafFleet.Members members) {
        List<LeafNode> held = members.nodes().stream()
                .sorted(Comparator.comparingInt(LeafNode::number))
                .toList();
        String holders = held.stream()
                .limit(HOLDERS_SHOWN)
                .map(node -> node.number() + " by " + node.address())
                .collect(Collectors.joining(", "));
        return new IdsExhaustedException("no worker id from " + request.firstId() + " to " + request.lastId()
                + " is left at "
                + fleet.where() + " for " + claim.address() + ": the next number of the sequence is " + members.next()
                + ", which is not in that range, and none is free; held are "
                + (held.isEmpty() ? "none" : holders) + (held.size() > HOLDERS_SHOWN ? " and others" : "")
                + ". Numbers that Leaf burned can be taken over with key reuse-after.");
    }

    private boolean isAllowed(int number) {
        return number >= request.firstId() && number <= request.lastId();
    }
}
