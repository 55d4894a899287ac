package io.distid.bench.faults;

import io.distid.bench.faults.node.FaultNode;
import io.distid.bench.faults.node.Opened;
import io.distid.bench.results.FaultPlan;
import java.time.Duration;
import java.util.List;

/** All nodes open at the same moment. */
final class StartedTogether implements Fault {
    private static final int NODES = 3;
    private static final Duration NOTICE = Duration.ofMillis(300);

    @Override
    public String name() {
        return "process-together";
    }

    @Override
    public String sentence() {
        return "Three nodes open at the same moment.";
    }

    @Override
    public Proof inject(Fleet fleet, FaultPlan plan) throws InterruptedException {
        List<FaultNode> nodes = fleet.startAll(NODES);
        fleet.openAt(System.nanoTime() + NOTICE.toNanos(), nodes.toArray(FaultNode[]::new));
        long lastBegin = Long.MIN_VALUE;
        long firstEnd = Long.MAX_VALUE;
        for (FaultNode node : nodes) {
            Opened opened = node.opened();
            if (opened == null) {
                throw new IllegalStateException(node.title() + " was not opened");
            }
            lastBegin = Math.max(lastBegin, opened.began());
            firstEnd = Math.min(firstEnd, opened.ended());
            if (node.draws()) {
                node.await(plan.idsBefore(), fleet.timing().patience());
            }
        }
        long apart = (lastBegin - firstEnd) / 1_000_000;
        return new Proof(
                apart <= 0,
                apart <= 0
                        ? "the last began to open before the first was open"
                        : "the last began to open " + apart + " ms after the first was open");
    }
}
