package io.distid.bench.faults;

import io.distid.bench.faults.node.FaultNode;
import io.distid.bench.results.FaultPlan;
import io.distid.bench.subject.WorkerIdKind;
import io.distid.bench.subject.WorkerSettings;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** One node is paused for longer than its lease, and another takes its place during the pause. */
final class ProcessPaused {
    private static final Duration AGAIN = Duration.ofMillis(300);

    static final Fault FAULT = new Fault(
                    "process-pause",
                    "A node stands still for three leases by SIGSTOP, a successor opens in its place, and the node goes on.",
                    ProcessPaused::pause)
            // Two live nodes have the same worker id then, unless a store grants it.
            .taking(subject -> subject.workerIds() == WorkerIdKind.TOLD ? Set.of(Premise.OWN_WORKER_ID) : Set.of());

    private ProcessPaused() {}

    private static Proof pause(Fleet fleet, FaultPlan plan) throws InterruptedException {
        Map<String, String> settings = new TreeMap<>(fleet.settings(0));
        if (fleet.subject().workerIds() == WorkerIdKind.LEASED) {
            // The successor must take over the only worker id.
            settings.putAll(WorkerSettings.oneWorkerId());
        }
        FaultNode node = fleet.start(0, "node 0", settings);
        fleet.open(node);
        Fleet.requireOpened(node);
        fleet.requireIds(node, plan);
        FaultNode successor = fleet.start(0, "successor of node 0", settings);
        boolean joins = fleet.subject().workerIds() == WorkerIdKind.JOINED;
        Duration pause = fleet.timing().lease().multipliedBy(3);
        node.pause();
        fleet.tell("node 0 stands still");
        try {
            long end = System.nanoTime() + pause.toNanos();
            if (joins) {
                // Do not wait: the successor may need an answer of the paused node.
                successor.tellOpen(0);
            }
            // Try until the lease of the paused node has run out.
            while (!joins && !successor.draws() && System.nanoTime() - end < 0) {
                fleet.open(successor);
                fleet.pause(successor.draws() ? Duration.ZERO : AGAIN);
            }
            fleet.pause(Duration.ofNanos(end - System.nanoTime()));
            fleet.awaitIds(plan, successor);
        } finally {
            node.resume();
        }
        fleet.tell("node 0 goes on");
        if (joins) {
            fleet.finishOpening(successor);
            fleet.awaitIds(plan, successor);
        }
        boolean seen = fleet.sees(node, state -> state.clocks().longestPause() >= pause.toMillis());
        boolean succeeded = successor.draws() || fleet.subject().workerIds() != WorkerIdKind.LEASED;
        return new Proof(
                seen && succeeded,
                "node 0 stood still for " + node.state().clocks().longestPause() + " ms, and its successor "
                        + (successor.draws() ? joins ? "was let in" : "opened meanwhile" : "was refused"));
    }
}
