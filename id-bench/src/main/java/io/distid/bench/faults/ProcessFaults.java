package io.distid.bench.faults;

import io.distid.bench.faults.node.FaultNode;
import io.distid.bench.faults.node.Opened;
import io.distid.bench.results.FaultPlan;
import java.time.Duration;
import java.util.List;

/** Faults that end and start processes. */
final class ProcessFaults {
    static final Fault KILLED = new InjectedFault(
            "process-kill", "A node is killed by SIGKILL and started again at once.", ProcessFaults::kill);
    static final Fault RESTARTED = new InjectedFault(
            "process-restart", "A node is stopped cleanly and started again at once.", ProcessFaults::restart);
    static final Fault TOGETHER =
            new InjectedFault("process-together", "Three nodes open at the same moment.", ProcessFaults::startTogether);

    private static final Duration NOTICE = Duration.ofMillis(300);

    private ProcessFaults() {}

    private static Proof kill(Fleet fleet, FaultPlan plan) throws InterruptedException {
        FaultNode node = fleet.running(2, plan).get(plan.victim());
        long pid = node.pid();
        node.kill();
        fleet.tell(node.title() + " is killed");
        FaultNode again = fleet.start(node.number(), node.title() + " again");
        fleet.open(again);
        boolean gone = ProcessHandle.of(pid).map(process -> !process.isAlive()).orElse(true);
        return new Proof(gone, "process " + pid + " is gone, and process " + again.pid() + " is in its place");
    }

    private static Proof restart(Fleet fleet, FaultPlan plan) throws InterruptedException {
        FaultNode node = fleet.running(2, plan).get(plan.victim());
        long pid = node.pid();
        node.end();
        fleet.tell(node.title() + " is stopped");
        FaultNode again = fleet.start(node.number(), node.title() + " again");
        fleet.open(again);
        return new Proof(
                again.pid() != pid, "process " + pid + " ended, and process " + again.pid() + " is in its place");
    }

    private static Proof startTogether(Fleet fleet, FaultPlan plan) throws InterruptedException {
        List<FaultNode> nodes = fleet.startAll(3);
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
