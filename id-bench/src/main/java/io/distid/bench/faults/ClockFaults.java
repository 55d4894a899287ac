package io.distid.bench.faults;

import io.distid.bench.faults.node.ClockMonitor;
import io.distid.bench.faults.node.FaultNode;
import io.distid.bench.faults.node.NodeState;
import io.distid.bench.results.FaultPlan;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** Faults of the clocks of nodes. */
final class ClockFaults {
    static final Fault BACK = new Fault(
            "clock-back", "The clock of a node is set back by 5 s while it runs, and stays behind.", ClockFaults::back);
    static final Fault BACK_WHILE_DOWN = new Fault(
                    "clock-back-down",
                    "A node is stopped, and started again with a clock that shows 5 s less than when it stopped.",
                    ClockFaults::backWhileDown)
            .with(Fault.Trait.BREAKS_TEXTBOOK)
            .taking(subject -> Set.of(Premise.CLOCK_KEEPS));
    static final Fault AHEAD = new Fault(
            "clock-ahead",
            "The clock of a node is set ahead by an hour while it runs, and then corrected.",
            ClockFaults::ahead);
    static final Fault STROBE = new Fault(
            "clock-strobe",
            "The clock of a node jumps back and forth by up to 200 ms, some twenty times.",
            ClockFaults::strobe);
    static final Fault FROZEN = new Fault(
            "clock-frozen", "The clock of a node stands still for 3 s and is then corrected.", ClockFaults::frozen);
    static final Fault APART = new Fault(
            "clock-apart", "The clocks of two nodes are a minute apart from the beginning.", ClockFaults::apart);

    private static final long BACK_MILLIS = 5_000;
    private static final long BACK_SEEN = 4_500;
    private static final long SEEN_AT_START = 4_000;
    private static final long AHEAD_MILLIS = 3_600_000;
    private static final long AHEAD_SEEN = 3_590_000;
    private static final int AHEAD_IDS = 50;
    private static final Duration BETWEEN_JUMPS = Duration.ofMillis(100);
    private static final int FEWEST_JUMPS = 3;
    private static final long STILL = 3_000;
    private static final long APART_MILLIS = 60_000;
    private static final long APART_SEEN = 59_000;

    private ClockFaults() {}

    private static Proof back(Fleet fleet, FaultPlan plan) throws InterruptedException {
        FaultNode node = fleet.running(2, plan).get(plan.victim());
        long before = node.state().clocks().offset();
        node.clock().shift(-BACK_MILLIS);
        fleet.tell("the clock of " + node.title() + " is set back by 5 s");
        boolean seen = fleet.sees(node, state -> state.clocks().lowest() <= before - BACK_SEEN);
        long by = before - node.state().clocks().lowest();
        return new Proof(seen, node.title() + " saw its clock go back by " + by + " ms");
    }

    private static Proof backWhileDown(Fleet fleet, FaultPlan plan) throws InterruptedException {
        FaultNode node = fleet.running(2, plan).get(plan.victim());
        NodeState end = node.end();
        fleet.tell(node.title() + " is stopped");
        FaultNode again = fleet.start(node.number(), node.title() + " again");
        // Computed here, so that it does not depend on the start time of the process.
        again.clock().shift(end.wall() - BACK_MILLIS - System.currentTimeMillis());
        fleet.tell("its clock is set to 5 s before it was stopped");
        fleet.open(again);
        long back = end.wall() - again.opened().wall();
        if (again.draws()) {
            // Until its clock has passed all ticks that its predecessor may have stamped.
            fleet.sees(again, state -> state.wall() > end.wall());
        }
        return new Proof(back >= SEEN_AT_START, again.title() + " opened with a clock " + back + " ms behind its last");
    }

    private static Proof ahead(Fleet fleet, FaultPlan plan) throws InterruptedException {
        FaultNode node = fleet.running(2, plan).get(plan.victim());
        long before = node.state().clocks().offset();
        node.clock().shift(AHEAD_MILLIS);
        fleet.tell("the clock of " + node.title() + " is set ahead by an hour");
        boolean ahead = fleet.sees(node, state -> state.clocks().highest() >= before + AHEAD_SEEN);
        node.await(AHEAD_IDS, fleet.timing().patience());
        node.clock().shift(0);
        fleet.tell("and is corrected");
        boolean right = fleet.sees(node, state -> state.clocks().offset() <= before + AHEAD_MILLIS - AHEAD_SEEN);
        return new Proof(ahead && right, node.title() + " saw its clock go ahead by an hour and back");
    }

    private static Proof strobe(Fleet fleet, FaultPlan plan) throws InterruptedException {
        FaultNode node = fleet.running(2, plan).get(plan.victim());
        fleet.tell("the clock of " + node.title() + " begins to jump");
        for (int jump : plan.jumps()) {
            node.clock().shift(jump);
            fleet.pause(BETWEEN_JUMPS);
        }
        node.clock().shift(0);
        fleet.tell("and is corrected");
        ClockMonitor.Seen seen = node.state().clocks();
        return new Proof(
                seen.jumpsBack() >= FEWEST_JUMPS && seen.jumpsAhead() >= FEWEST_JUMPS,
                node.title() + " saw " + seen.jumpsBack() + " jumps back and " + seen.jumpsAhead() + " ahead");
    }

    private static Proof frozen(Fleet fleet, FaultPlan plan) throws InterruptedException {
        FaultNode node = fleet.running(2, plan).get(plan.victim());
        node.clock().freeze();
        fleet.tell("the clock of " + node.title() + " stands still");
        boolean seen = fleet.sees(node, state -> state.clocks().longestStill() >= STILL);
        node.clock().shift(0);
        fleet.tell("and goes on");
        long still = node.state().clocks().longestStill();
        return new Proof(seen, node.title() + " saw its clock stand still for " + still + " ms");
    }

    private static Proof apart(Fleet fleet, FaultPlan plan) throws InterruptedException {
        List<FaultNode> nodes = fleet.startAll(2);
        FaultNode ahead = nodes.get(plan.victim());
        ahead.clock().shift(APART_MILLIS);
        fleet.tell("the clock of " + ahead.title() + " is set ahead by a minute");
        FaultNode right = nodes.get(1 - plan.victim());
        fleet.open(right, ahead);
        long apart = wall(ahead) - wall(right);
        fleet.awaitIds(plan, ahead, right);
        return new Proof(apart >= APART_SEEN, "their clocks were " + apart + " ms apart when they opened");
    }

    /** The wall clock of a node when it began to open, less the monotonic clock that both nodes share. */
    private static long wall(FaultNode node) {
        return node.opened().wall() - node.opened().began() / 1_000_000;
    }
}
