package io.distid.bench.faults;

import io.distid.bench.faults.node.FaultNode;
import io.distid.bench.results.FaultPlan;

/** The clock of one node runs an hour ahead, and is corrected later. */
final class ClockAhead implements Fault {
    private static final long AHEAD = 3_600_000;
    private static final long SEEN = 3_590_000;
    private static final int IDS = 50;

    @Override
    public String name() {
        return "clock-ahead";
    }

    @Override
    public String sentence() {
        return "The clock of a node is set ahead by an hour while it runs, and then corrected.";
    }

    @Override
    public Proof inject(Fleet fleet, FaultPlan plan) throws InterruptedException {
        FaultNode node = fleet.running(2, plan).get(plan.victim());
        long before = node.state().clocks().offset();
        node.clock().shift(AHEAD);
        fleet.tell("the clock of " + node.title() + " is set ahead by an hour");
        boolean ahead = fleet.sees(node, state -> state.clocks().highest() >= before + SEEN);
        node.await(IDS, fleet.timing().patience());
        node.clock().shift(0);
        fleet.tell("and is corrected");
        boolean right = fleet.sees(node, state -> state.clocks().offset() <= before + AHEAD - SEEN);
        return new Proof(ahead && right, node.title() + " saw its clock go ahead by an hour and back");
    }
}
