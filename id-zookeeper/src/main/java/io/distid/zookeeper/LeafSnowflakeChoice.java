package io.distid.zookeeper;

import io.distid.ConfigException;
import io.distid.IdsExhaustedException;
import io.distid.worker.WorkerFile;
import io.distid.worker.WorkerRequest;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * Which number a process gets: the one its file keeps, the one its address has, the next one of the sequence, and where that would
 * lie beyond the range, one whose holder is gone.
 *
 * <p>For one thread, and one acquire.
 */
final class LeafSnowflakeChoice {
    private static final int HOLDERS_SHOWN = 64;
    private static final Duration BEYOND_AN_UPLOAD = Duration.ofSeconds(1);

    private final LeafSnowflakeFleet fleet;
    private final LeafSnowflakeClaim claim;
    private final WorkerRequest request;
    private final Unanswered unanswered;
    private final @Nullable Duration reuseAfter;
    /** The node above the marks, as the fleet was looked at last. */
    private LeafSnowflakeFleet.View marks = new LeafSnowflakeFleet.View(0, new Stat());
    /** The number that was made for this process, which nobody used yet. */
    private @Nullable LeafSnowflakeNode fresh;
    /** The state of a number that did not change while it was watched. */
    private long watched = -1;

    LeafSnowflakeChoice(
            LeafSnowflakeFleet fleet, LeafSnowflakeClaim claim, Unanswered unanswered, @Nullable Duration reuseAfter) {
        this.fleet = fleet;
        this.claim = claim;
        this.unanswered = unanswered;
        this.request = claim.request();
        this.reuseAfter = reuseAfter;
    }

    /** A number that may be taken as it was read, with where its holders may have got to, and the server's clock. */
    record Chosen(LeafSnowflakeFleet.Found found, long stampedUntil, long serverNow) {}

    /** One look at the fleet; null if it has to be looked at again. */
    @Nullable
    Chosen pass(@Nullable WorkerFile kept) throws KeeperException {
        Chosen chosen = choose(kept);
        Stat mark = chosen == null ? null : chosen.found.markStat();
        // One that was made since the layout was looked at may be of another fleet, which was made in place of this
        // one.
        boolean isOfAnother = mark != null && mark.getCzxid() > marks.stat().getPzxid() && !fleet.isStill(marks);
        return isOfAnother ? null : chosen;
    }

    private @Nullable Chosen choose(@Nullable WorkerFile kept) throws KeeperException {
        long asking = request.clock().millis();
        marks = fleet.view(request.fingerprint());
        long now = marks.serverMillis();
        claim.horizon().requireClock(fleet.where(), asking, now);
        LeafSnowflakeFleet.Members members = fleet.members();
        if (kept != null && !wentOnWithoutFile(members, kept)) {
            LeafSnowflakeFleet.Found found = claim.findKept(kept.workerId(), kept.reservedUntil(), null);
            claim.requireClock(found.node(), found.mark().uploaded());
            long stamped = Math.max(found.mark().bound(), kept.reservedUntil());
            Unanswered.Attempt attempt = unanswered.find(found.mark().token());
            return new Chosen(
                    found,
                    attempt == null ? stamped : Math.max(stamped, attempt.stamped(found.markStat(), claim.horizon())),
                    now);
        }
        Optional<LeafSnowflakeNode> own = members.nodes().stream()
                .filter(node -> node.address().equals(claim.address()) && isAllowed(node.number()))
                .min(Comparator.comparingInt(LeafSnowflakeNode::number));
        if (own.isPresent()) {
            if (fresh != null && !fresh.equals(own.get())) {
                // Another process of this address made one, too: only the first counts.
                fleet.remove(fresh);
                fresh = null;
            }
            LeafSnowflakeFleet.Found found = fleet.read(own.get());
            return found == null || takenBack(found) ? null : marked(own(found, kept, now));
        }
        if (isAllowed(members.next())) {
            LeafSnowflakeNode made = fleet.make(claim.address(), request.clock().millis());
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

    /**
     * Takes a number back whose node was made after a file had kept the number: Leaf's nodes were lost then and began anew at 0, but the
     * marks were not. The number is burned.
     */
    private boolean takenBack(LeafSnowflakeFleet.Found found) throws KeeperException {
        LeafSnowflakeMark mark = found.mark();
        Stat markStat = found.markStat();
        if (mark == null || markStat == null || !mark.kept() || found.stat().getCzxid() <= markStat.getMzxid()) {
            return false;
        }
        fleet.remove(found.node());
        return true;
    }

    /**
     * A number without a mark gets one first, that has no holder and no bound: only once it is there, the node above shows for certain
     * whether there was another before. Then the fleet is looked at again.
     */
    private @Nullable Chosen marked(@Nullable Chosen chosen) throws KeeperException {
        if (chosen == null || chosen.found().mark() != null) {
            return chosen;
        }
        fleet.mark(chosen.found().node(), LeafSnowflakeMark.unheld());
        return null;
    }

    /** Where the holders of a number may have got to, by its mark. */
    private long stampedByMark(LeafSnowflakeFleet.Found found) {
        LeafSnowflakeMark mark = found.mark();
        Stat stat = found.markStat();
        if (mark == null || stat == null) {
            return Long.MIN_VALUE;
        }
        if (!mark.isNew()) {
            return mark.bound();
        }
        return claim.horizon().stampedByLost(marks.stat(), stat);
    }

    /** Whether the file's number still has this address, and went on without the file: then it is as good as one of no file. */
    private boolean wentOnWithoutFile(LeafSnowflakeFleet.Members members, WorkerFile kept) throws KeeperException {
        LeafSnowflakeNode node = claim.mine(kept.workerId());
        LeafSnowflakeFleet.Found found = members.nodes().contains(node) ? fleet.read(node) : null;
        return found != null && (found.current() == null || !found.current().kept());
    }

    /** The number of this process's address. */
    private @Nullable Chosen own(LeafSnowflakeFleet.Found found, @Nullable WorkerFile kept, long now)
            throws KeeperException {
        LeafSnowflakeNode node = found.node();
        LeafSnowflakeMark mark = found.current();
        long age = now - found.stat().getMtime();
        long stamped = Math.max(kept == null ? Long.MIN_VALUE : kept.reservedUntil(), stampedByMark(found));
        Unanswered.Attempt attempt = mark == null ? null : unanswered.find(mark.token());
        if (attempt != null) {
            return new Chosen(found, attempt.stamped(found.markStat(), claim.horizon()), now);
        }
        if (node.equals(fresh) && found.stat().getVersion() == 0) {
            return new Chosen(found, stamped, now);
        }
        if (mark == null) {
            claim.requireClock(node, found.timestamp());
            if (awaitedSilence(found, LeafSnowflakeClaim.LEAF_SILENCE.toMillis() - age, "a Leaf")) {
                return null;
            }
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
            if (awaitedSilence(found, silence, mark.holder())) {
                return null;
            }
        }
        return new Chosen(found, Math.max(stamped, mark.bound()), now);
    }

    /** Where a Leaf that does not run any more may have got to: its clock was this one's, so not beyond now. */
    private long afterLeaf(LeafSnowflakeFleet.Found found) {
        return Math.max(request.clock().millis(), found.timestamp() + LeafSnowflakeClaim.LEAF_SILENCE.toMillis());
    }

    /** Refuses a number whose holder lives. Whether it waited for that: then the server's clock is to be asked again. */
    private boolean awaitedSilence(LeafSnowflakeFleet.Found found, long millis, String holder) throws KeeperException {
        if (millis <= 0 || watched == found.stat().getMzxid()) {
            return false;
        }
        if (fleet.changes(found, Duration.ofMillis(millis))) {
            throw LeafSnowflakeWorkerIds.inUse(fleet, found.node(), holder);
        }
        watched = found.stat().getMzxid();
        return true;
    }

    /** The number that was left alone for longest; no sequence number is burned for it. */
    private @Nullable Chosen abandoned(LeafSnowflakeFleet.Members members, long now) throws KeeperException {
        Chosen best = null;
        for (LeafSnowflakeNode node : members.nodes()) {
            LeafSnowflakeFleet.Found found = isAllowed(node.number()) ? fleet.read(node) : null;
            Chosen chosen = found == null ? null : abandoned(found, now);
            if (chosen != null && (best == null || chosen.stampedUntil() < best.stampedUntil())) {
                best = chosen;
            }
        }
        if (best == null) {
            throw exhausted(members);
        }
        return marked(best);
    }

    private @Nullable Chosen abandoned(LeafSnowflakeFleet.Found found, long now) {
        long age = now - found.stat().getMtime();
        LeafSnowflakeMark mark = found.current();
        if (mark != null) {
            boolean free = !mark.kept() && (mark.isReleased() || age > mark.term());
            return free ? new Chosen(found, mark.bound(), now) : null;
        }
        boolean silent = reuseAfter != null && age > reuseAfter.toMillis();
        return silent ? new Chosen(found, Math.max(stampedByMark(found), afterLeaf(found)), now) : null;
    }

    private IdsExhaustedException exhausted(LeafSnowflakeFleet.Members members) {
        List<LeafSnowflakeNode> held = members.nodes().stream()
                .sorted(Comparator.comparingInt(LeafSnowflakeNode::number))
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
