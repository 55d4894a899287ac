package io.distid.bench.faults;

import io.distid.bench.faults.node.FaultNode;
import io.distid.bench.faults.node.Opened;
import io.distid.bench.results.FaultPlan;
import java.util.List;

/** The clocks of two nodes differ from the beginning. */
final class ClocksApart implements Fault {
    private static final long APART = 60_000;
    private static final long SEEN = 59_000;

    @Override
    public String name() {
        return "clock-apart";
    }

    @Override
    public String sentence() {
        return "The clocks of two nodes are a minute apart from the beginning.";
    }

    @Override
    public Proof inject(Fleet fleet, FaultPlan plan) throws InterruptedException {
        List<FaultNode> nodes = fleet.startAll(2);
        FaultNode ahead = nodes.get(plan.victim());
        ahead.clock().shift(APART);
        fleet.tell("the clock of " + ahead.title() + " is set ahead by a minute");
        FaultNode right = nodes.get(1 - plan.victim());
        fleet.open(right, ahead);
        long apart = wall(ahead) - wall(right);
        for (FaultNode node : nodes) {
            if (node.draws()) {
                node.await(plan.idsBefore(), fleet.timing().patience());
            }
        }
        return new Proof(apart >= SEEN, "their clocks were " + apart + " ms apart when they opened");
    }

    /** The wall clock of a node, less the monotonic clock that both nodes share. */
    private static long wall(FaultNode node) {
        Opened opened = node.opened();
        return opened == null ? 0 : opened.wall() - opened.began() / 1_000_000;
    }
}
