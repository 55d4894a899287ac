package io.distid.testkit.simulation;

import io.distid.testkit.simulation.Statistics.What;
import io.distid.worker.WorkerLease;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Judges each id as it is issued.
 *
 * <p>What is claimed of all worlds: no id comes twice; no tick of a worker id is stamped by two holders, or could be at one time; an id's tick lies above what its
 * lease says the predecessor stamped, and neither above its lease's bound nor above a bound that was ever durable; ids of one generator
 * increase; no call that begins after the loss was noticed yields an id; of two copies of one process one renews.
 *
 * <p>What is not claimed, and counted as {@link What#REPEATED_AS_DOCUMENTED}: ticks up to the bound that a process had when it was copied can
 * be stamped by both copies, and, if one of them gives the worker id back, by its successor; and where a store went back to an earlier state unnoticed, ticks of a
 * worker id between the bound that came back and the greatest that was lost can be stamped by the holder of then and by one of now.
 */
final class IdJudge {
    private static final int MOST_WORKERS = 1 << 10;

    private final World world;
    private final LongTable ids = new LongTable();
    private final LongTable ticks = new LongTable();
    private final List<Holder> holders = new ArrayList<>();
    private final List<String> violations = new ArrayList<>();
    private final Map<Integer, Long> greatestBounds = new HashMap<>();
    private final List<Gap> gaps = new ArrayList<>();
    private final List<CopiedProcess> allCopies = new ArrayList<>();
    private final List<Live> live = new ArrayList<>();
    /** Above what each holder began; a lease may tell of a later stamp afterwards, above which it goes on. */
    private final Map<Integer, Long> began = new HashMap<>();

    private int repeated;
    private boolean unsafe;

    /** Who issues. */
    private record Holder(String name, IdFormat format, List<Membership> copies) {}

    /** A holder among copies; a copy of one that is among them stands for it. */
    private record Membership(CopiedProcess copies, int as) {}

    /** A holder that may stamp. */
    private record Live(int number, SimulatedProcess process, WorkerLease lease) {
        boolean ended() {
            return !process.alive() || lease.health().lost();
        }

        boolean mayStamp(int worker, long start) {
            return lease.workerId() == worker && start > lease.stampedUntil() && start <= lease.reservedUntil();
        }
    }

    /** The bounds of one worker id that the store forgot when it went back. */
    private record Gap(int worker, long above, long upTo) {
        boolean holds(long start) {
            return start > above && start <= upTo;
        }
    }

    IdJudge(World world) {
        this.world = world;
    }

    /** Who issues, by number. */
    int holder(SimulatedProcess process) {
        holders.add(new Holder(process.name(), process.format(), new ArrayList<>()));
        return holders.size() - 1;
    }

    /** A holder has a lease. */
    void begins(int number, SimulatedProcess process, WorkerLease lease) {
        live.add(new Live(number, process, lease));
        began.put(number, lease.stampedUntil());
    }

    /** A holder is about to give its lease back. */
    void end(int number) {
        live.removeIf(each -> each.number == number);
    }

    /** A copy of a holder, by number. */
    int copy(int original, SimulatedProcess process, WorkerLease lease) {
        CopiedProcess copies = new CopiedProcess(lease.workerId(), lease.reservedUntil(), gaps.size());
        allCopies.add(copies);
        int copy = holder(process);
        holders.get(copy).copies.addAll(holders.get(original).copies);
        holders.get(copy).copies.add(new Membership(copies, copy));
        holders.get(original).copies.add(new Membership(copies, original));
        return copy;
    }

    /** The store has these bounds now. */
    void stored(Map<Integer, Long> bounds) {
        bounds.forEach((worker, bound) -> greatestBounds.merge(worker, bound, Math::max));
    }

    /** The store went back to these bounds without an error. */
    void wentBackTo(Map<Integer, Long> bounds) {
        greatestBounds.forEach(
                (worker, greatest) -> gaps.add(new Gap(worker, bounds.getOrDefault(worker, Long.MIN_VALUE), greatest)));
    }

    /** The greatest bound that was ever durable. */
    long greatestBound() {
        return greatestBounds.values().stream().mapToLong(Long::longValue).max().orElse(Long.MIN_VALUE);
    }

    /** A holder's bound was moved, by a step of that number. */
    void renewed(int number, long step) {
        if (number >= 0) {
            holders.get(number).copies.forEach(each -> each.copies.renewed(each.as, step));
        }
    }

    /** The world is over. */
    void end() {
        for (CopiedProcess copies : allCopies) {
            CopiedProcess.Pair pair = copies.renewedInTurn(gaps.size());
            if (pair != null) {
                violated(holders.get(pair.second()).name + " was renewed, though " + holders.get(pair.first()).name
                        + ", a copy of the same process, was before");
            }
        }
    }

    /** An id was returned by a call that began when {@code before} was the greatest of its generator, and read the clock. */
    void issued(int number, IdSource source, long id, long before, long latestReading, boolean lostBefore) {
        world.statistics().count(What.IDS);
        Holder holder = holders.get(number);
        SimulatedWorkerIds workers = source.workers();
        int other = ids.putIfAbsent(id, number);
        if (other >= 0 && (workers == null || !isExcused(number, other, id))) {
            repeated++;
            violated(holder, id, "was issued by " + holders.get(other).name + " before");
        }
        if (workers == null) {
            return;
        }
        if (lostBefore) {
            violated(holder, id, "was asked for after the loss was noticed");
        }
        if (id <= before) {
            violated(holder, id, "is not above " + before + ", which was issued before the call began");
        }
        int worker = holder.format.workerOf(id);
        WorkerLease lease = workers.lease();
        if (worker != lease.workerId()) {
            violated(holder, id, "carries worker id " + worker + " instead of " + lease.workerId());
        }
        // Stronger than that no id is equal: no tick of a worker id is shared by two holders.
        int owner = ticks.putIfAbsent(holder.format.tickOf(id) * MOST_WORKERS + worker + 1, number);
        if (owner >= 0 && owner != number && !isExcused(number, owner, id)) {
            violated(holder, id, "lies in a tick of " + holders.get(owner).name);
        }
        live.removeIf(Live::ended);
        for (Live each : live) {
            if (each.number != number
                    && each.mayStamp(worker, holder.format.startOf(id))
                    && !isExcused(number, each.number, id)) {
                violated(holder, id, "lies in a tick that " + holders.get(each.number).name + " may stamp");
            }
        }
        judgeTime(holder, id, latestReading, lease, began.getOrDefault(number, lease.stampedUntil()));
    }

    /** What went wrong, first things first. */
    List<String> violations() {
        return violations;
    }

    int repeated() {
        return repeated;
    }

    /** Nodes issue nothing where they should. */
    void stalled(String what) {
        note(what);
    }

    /** Whether what was violated is more than that nodes issue nothing. */
    boolean unsafe() {
        return unsafe;
    }

    private void violated(String what) {
        unsafe = true;
        note(what);
    }

    private void note(String what) {
        if (violations.size() < 5) {
            violations.add("at " + world.now() / 1e9 + " s: " + what);
        }
        world.trace("VIOLATION %s", what);
    }

    private void judgeTime(Holder holder, long id, long reading, WorkerLease lease, long above) {
        IdFormat format = holder.format;
        long start = format.startOf(id);
        long leadTicks = world.plan().rule().maxLead().toMillis() / format.tickMillis();
        long readTick = format.ticks().tickAt(reading);
        if (format.tickOf(id) - readTick > leadTicks) {
            violated(
                    holder,
                    id,
                    "leads the clock by " + (format.tickOf(id) - readTick) + " ticks instead of " + leadTicks);
        }
        if (start > lease.reservedUntil()) {
            violated(holder, id, "lies above the lease's bound of " + lease.reservedUntil());
        }
        long durable = greatestBounds.getOrDefault(lease.workerId(), Long.MIN_VALUE);
        if (start > durable) {
            violated(holder, id, "lies above " + durable + ", the greatest bound that was durable");
        }
        if (start <= above) {
            violated(holder, id, "lies in what the last holder stamped, up to " + above);
        }
    }

    /** Whether nobody claims that this cannot come twice. */
    private boolean isExcused(int number, int other, long id) {
        Holder holder = holders.get(number);
        Holder before = holders.get(other);
        long start = holder.format.startOf(id);
        int worker = holder.format.workerOf(id);
        boolean oneFormat = holder.format.equals(before.format);
        boolean excused = gaps.stream().anyMatch(gap -> (gap.worker == worker || !oneFormat) && gap.holds(start))
                || oneFormat && (isCopied(holder, worker, start) || isCopied(before, worker, start));
        if (excused) {
            world.statistics().count(What.REPEATED_AS_DOCUMENTED);
        }
        return excused;
    }

    private static boolean isCopied(Holder holder, int worker, long start) {
        return holder.copies.stream().anyMatch(each -> each.copies.hold(worker, start));
    }

    private void violated(Holder holder, long id, String what) {
        violated("id " + id + " (" + Instant.ofEpochMilli(holder.format.startOf(id)) + ", worker id "
                + holder.format.workerOf(id) + ") of " + holder.name + " " + what);
    }
}
