package io.distid.bench.faults;

import io.distid.bench.faults.node.FaultNode;
import io.distid.bench.results.FaultPlan;

/** The clock of one node stops for a while. */
final class ClockFrozen implements Fault {
    private static final long STILL = 3_000;

    @Override
    public String name() {
        return "clock-frozen";
    }

    @Override
    public String sentence() {
        return "The clock of a node stands still for 3 s and is then corrected.";
    }

    @Override
    public Proof inject(Fleet fleet, FaultPlan plan) throws InterruptedException {
        FaultNode node = fleet.running(2, plan).get(plan.victim());
        node.clock().freeze();
        fleet.tell("the clock of " + node.title() + " stands still");
        boolean seen = fleet.sees(node, state -> state.clocks().longestStill() >= STILL);
        node.clock().shift(0);
        fleet.tell("and goes on");
        long still = node.state().clocks().longestStill();
        return new Proof(seen, node.title() + " saw its clock stand still for " + still + " ms");
    }
}
