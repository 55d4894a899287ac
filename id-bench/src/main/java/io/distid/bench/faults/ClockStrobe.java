package io.distid.bench.faults;

import io.distid.bench.faults.node.ClockMonitor;
import io.distid.bench.faults.node.FaultNode;
import io.distid.bench.results.FaultPlan;
import java.time.Duration;

/** The clock of one node jumps back and forth. */
final class ClockStrobe implements Fault {
    private static final Duration BETWEEN = Duration.ofMillis(100);
    private static final int FEWEST = 3;

    @Override
    public String name() {
        return "clock-strobe";
    }

    @Override
    public String sentence() {
        return "The clock of a node jumps back and forth by up to 200 ms, some twenty times.";
    }

    @Override
    public Proof inject(Fleet fleet, FaultPlan plan) throws InterruptedException {
        FaultNode node = fleet.running(2, plan).get(plan.victim());
        fleet.tell("the clock of " + node.title() + " begins to jump");
        for (int jump : plan.jumps()) {
            node.clock().shift(jump);
            fleet.pause(BETWEEN);
        }
        node.clock().shift(0);
        fleet.tell("and is corrected");
        ClockMonitor.Seen seen = node.state().clocks();
        return new Proof(
                seen.jumpsBack() >= FEWEST && seen.jumpsAhead() >= FEWEST,
                node.title() + " saw " + seen.jumpsBack() + " jumps back and " + seen.jumpsAhead() + " ahead");
    }
}
