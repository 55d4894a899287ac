package io.distid.bench.faults;

import io.distid.bench.faults.node.FaultNode;
import io.distid.bench.results.FaultPlan;

/** The clock of one node is set back while it runs, and stays back. */
final class ClockBack implements Fault {
    private static final long BACK = 5_000;
    private static final long SEEN = 4_500;

    @Override
    public String name() {
        return "clock-back";
    }

    @Override
    public String sentence() {
        return "The clock of a node is set back by 5 s while it runs, and stays behind.";
    }

    @Override
    public Proof inject(Fleet fleet, FaultPlan plan) throws InterruptedException {
        FaultNode node = fleet.running(2, plan).get(plan.victim());
        long before = node.state().clocks().offset();
        node.clock().shift(-BACK);
        fleet.tell("the clock of " + node.title() + " is set back by 5 s");
        boolean seen = fleet.sees(node, state -> state.clocks().lowest() <= before - SEEN);
        long by = before - node.state().clocks().lowest();
        return new Proof(seen, node.title() + " saw its clock go back by " + by + " ms");
    }
}
