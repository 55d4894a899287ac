package io.distid.bench.faults;

import io.distid.bench.faults.node.FaultNode;
import io.distid.bench.results.FaultPlan;

/** One node is stopped and started again. */
final class ProcessRestarted implements Fault {
    @Override
    public String name() {
        return "process-restart";
    }

    @Override
    public String sentence() {
        return "A node is stopped cleanly and started again at once.";
    }

    @Override
    public Proof inject(Fleet fleet, FaultPlan plan) throws InterruptedException {
        FaultNode node = fleet.running(2, plan).get(plan.victim());
        long pid = node.pid();
        node.end();
        fleet.tell(node.title() + " is stopped");
        FaultNode again = fleet.start(node.number(), node.title() + " again");
        fleet.open(again);
        return new Proof(
                again.pid() != pid, "process " + pid + " ended, and process " + again.pid() + " is in its place");
    }
}
