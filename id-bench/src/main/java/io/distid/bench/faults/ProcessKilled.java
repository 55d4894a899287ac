package io.distid.bench.faults;

import io.distid.bench.faults.node.FaultNode;
import io.distid.bench.results.FaultPlan;

/** One node is killed and started again. */
final class ProcessKilled implements Fault {
    @Override
    public String name() {
        return "process-kill";
    }

    @Override
    public String sentence() {
        return "A node is killed by SIGKILL and started again at once.";
    }

    @Override
    public Proof inject(Fleet fleet, FaultPlan plan) throws InterruptedException {
        FaultNode node = fleet.running(2, plan).get(plan.victim());
        long pid = node.pid();
        node.kill();
        fleet.tell(node.title() + " is killed");
        FaultNode again = fleet.start(node.number(), node.title() + " again");
        fleet.open(again);
        boolean gone = ProcessHandle.of(pid).map(process -> !process.isAlive()).orElse(true);
        return new Proof(gone, "process " + pid + " is gone, and process " + again.pid() + " is in its place");
    }
}
