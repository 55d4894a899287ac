package io.distid.bench.faults;

import io.distid.bench.faults.node.FaultNode;
import io.distid.bench.faults.node.NodeState;
import io.distid.bench.faults.node.Opened;
import io.distid.bench.results.FaultPlan;
import java.util.Map;
import java.util.Set;

/** The clock of one node is set back while its process is down. */
final class ClockBackWhileDown implements Fault {
    private static final long BACK = 5_000;
    private static final long SEEN = 4_000;

    @Override
    public String name() {
        return "clock-back-down";
    }

    @Override
    public String sentence() {
        return "A node is stopped, and started again with a clock that shows 5 s less than when it stopped.";
    }

    @Override
    public boolean breaksTextbook() {
        return true;
    }

    @Override
    public Set<Premise> takes(FaultSubject subject) {
        return Set.of(Premise.CLOCK_KEEPS);
    }

    @Override
    public Proof inject(Fleet fleet, FaultPlan plan) throws InterruptedException {
        FaultNode node = fleet.running(2, plan).get(plan.victim());
        NodeState end = node.end();
        fleet.tell(node.title() + " is stopped");
        Map<String, String> settings = fleet.settings(node.number());
        FaultNode again = fleet.start(node.number(), node.title() + " again", settings);
        // Computed here, so that it does not depend on the start time of the process.
        again.clock().shift(end.wall() - BACK - System.currentTimeMillis());
        fleet.tell("its clock is set to 5 s before it was stopped");
        fleet.open(again);
        Opened opened = again.opened();
        long back = opened == null ? 0 : end.wall() - opened.wall();
        if (again.draws()) {
            // Until its clock has passed all ticks that its predecessor may have stamped.
            fleet.sees(again, state -> state.wall() > end.wall());
        }
        return new Proof(back >= SEEN, again.title() + " opened with a clock " + back + " ms behind its last");
    }
}
