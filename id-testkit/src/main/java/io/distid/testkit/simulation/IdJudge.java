package io.distid.testkit.simulation;

import io.distid.testkit.simulation.Statistics.What;
import io.distid.worker.WorkerLease;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Judges each id when it is issued.
 *
 * <p>The claims about all worlds:
 *
 * <ul>
 *   <li>No id comes twice.
 *   <li>No tick of a worker id is stamped by two holders, nor may two holders stamp it at the same time.
 *   <li>The tick of an id lies above the predecessor's stamp, as the lease reports it.
 *   <li>The tick lies at or below the bound of the lease, and at or below the greatest bound that was durable.
 *   <li>The ids of one generator increase.
 *   <li>A call that begins after the loss was noticed yields no id.
 *   <li>Only one of two copies of a process renews.
 * </ul>
 *
 * <p>The cases without that claim, counted as {@link What#REPEATED_AS_DOCUMENTED}:
 *
 * <ul>
 *   <li>Both copies of a process can stamp ticks up to its bound at the copy. If a copy gives the worker id back, its successor can, too.
 *   <li>If a store goes back unnoticed, an old holder and a new holder can stamp the same ticks of a worker id. These lie between the restored
 *       bound and the greatest bound that was lost.
 * </ul>
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
    /** The stamp above which each holder began. A lease may report a later stamp afterwards, above which it goes on. */
    private final Map<Integer, Long> began = new HashMap<>();

    private int repeated;
    private boolean unsafe;

    /** A holder that issues ids. */
    private record Holder(String name, IdFormat format, List<Membership> copies) {}

    /** A holder's place among copies. A copy of a copied holder counts as that holder. */
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

    /** Adds a holder, and returns its number. */
    int holder(SimulatedProcess process) {
        holders.add(new Holder(process.name(), process.format(), new ArrayList<>()));
        return holders.size() - 1;
    }

    /** Notes that a holder has a lease. */
    void begins(int number, SimulatedProcess process, WorkerLease lease) {
        live.add(new Live(number, process, lease));
        began.put(number, lease.stampedUntil());
    }

    /** Notes that a holder is about to give its lease back. */
    void end(int number) {
        live.removeIf(each -> each.number == number);
    }

    /** Adds a copy of a holder, and returns its number. */
    int copy(int original, SimulatedProcess process, WorkerLease lease) {
        CopiedProcess copies = new CopiedProcess(lease.workerId(), lease.reservedUntil(), gaps.size());
        allCopies.add(copies);
        int copy = holder(process);
        holders.get(copy).copies.addAll(holders.get(original).copies);
        holders.get(copy).copies.add(new Membership(copies, copy));
        holders.get(original).copies.add(new Membership(copies, original));
        return copy;
    }

    /** Notes the bounds that the store has now. */
    void stored(Map<Integer, Long> bounds) {
        bounds.forEach((worker, bound) -> greatestBounds.merge(worker, bound, Math::max));
    }

    /** Notes that the store went back to these bounds without an error. */
    void wentBackTo(Map<Integer, Long> bounds) {
        greatestBounds.forEach(
                (worker, greatest) -> gaps.add(new Gap(worker, bounds.getOrDefault(worker, Long.MIN_VALUE), greatest)));
    }

    /** The greatest bound that was ever durable. */
    long greatestBound() {
        return greatestBounds.values().stream().mapToLong(Long::longValue).max().orElse(Long.MIN_VALUE);
    }

    /** Notes that a step of the store moved a holder's bound. */
    void renewed(int number, long step) {
        if (number >= 0) {
            holders.get(number).copies.forEach(each -> each.copies.renewed(each.as, step));
        }
    }

    /** Judges the copies at the end of the world. */
    void end() {
        for (CopiedProcess copies : allCopies) {
            CopiedProcess.Pair pair = copies.renewedInTurn(gaps.size());
            if (pair != null) {
                violated(holders.get(pair.second()).name + " was renewed, though " + holders.get(pair.first()).name
                        + ", a copy of the same process, was before");
            }
        }
    }

    /** Judges an id. Its call began when {@code before} was the greatest id of the generator, and read the clock. */
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
        // A stronger claim than different ids: two holders never share a tick of a worker id.
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

    /** The violations, in their order. */
    List<String> violations() {
        return violations;
    }

    int repeated() {
        return repeated;
    }

    /** Notes that nodes issue no ids although they should. */
    void stalled(String what) {
        note(what);
    }

    /** Whether any violation is worse than that nodes issue no ids. */
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

    /** Whether the documents say that this id can come twice. */
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
