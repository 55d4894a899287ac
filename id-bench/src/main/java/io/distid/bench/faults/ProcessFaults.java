package io.distid.bench.faults;

import io.distid.bench.faults.node.FaultNode;
import io.distid.bench.faults.node.Opened;
import io.distid.bench.results.FaultPlan;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Faults that end, start and copy processes. */
final class ProcessFaults {
    static final Fault KILLED = ended(
            "process-kill",
            "A node is killed by SIGKILL and started again at once.",
            FaultNode::kill,
            " is killed",
            " is gone, and process ");
    static final Fault RESTARTED = ended(
            "process-restart",
            "A node is stopped cleanly and started again at once.",
            FaultNode::end,
            " is stopped",
            " ended, and process ");
    static final Fault TOGETHER =
            new Fault("process-together", "Three nodes open at the same moment.", ProcessFaults::startTogether);
    static final Fault CLONED = new Fault(
                    "process-clone",
                    "A node is cloned while it runs: a second process runs beside it with its settings and a copy of its local state.",
                    ProcessFaults::cloneNode)
            .with(Fault.Trait.BREAKS_TEXTBOOK)
            .taking(subject -> switch (subject.workerIds()) {
                case TOLD -> Set.of(Premise.OWN_WORKER_ID);
                case FILE -> Set.of(Premise.OWN_WORKER_ID, Premise.STORE);
                case LEASED, REGISTERED, JOINED, NONE -> Set.of();
            });

    private static final Duration NOTICE = Duration.ofMillis(300);

    private ProcessFaults() {}

    private interface End {
        void of(FaultNode node) throws InterruptedException;
    }

    private static Fault ended(String name, String sentence, End end, String event, String gone) {
        return new Fault(name, sentence, (fleet, plan) -> {
            FaultNode node = fleet.running(2, plan).get(plan.victim());
            end.of(node);
            fleet.tell(node.title() + event);
            FaultNode again = fleet.start(node.number(), node.title() + " again");
            fleet.open(again);
            return new Proof(
                    ProcessHandle.of(node.pid()).stream().noneMatch(ProcessHandle::isAlive),
                    "process " + node.pid() + gone + again.pid() + " is in its place");
        });
    }

    private static Proof startTogether(Fleet fleet, FaultPlan plan) throws InterruptedException {
        FaultNode[] nodes = fleet.startAll(3).toArray(FaultNode[]::new);
        fleet.openAt(System.nanoTime() + NOTICE.toNanos(), nodes);
        fleet.awaitIds(plan, nodes);
        List<Opened> all = Arrays.stream(nodes).map(FaultNode::opened).toList();
        long lastBegin = all.stream().mapToLong(Opened::began).max().orElseThrow();
        long firstEnd = all.stream().mapToLong(Opened::ended).min().orElseThrow();
        long apart = (lastBegin - firstEnd) / 1_000_000;
        return new Proof(
                apart <= 0,
                apart <= 0
                        ? "the last began to open before the first was open"
                        : "the last began to open " + apart + " ms after the first was open");
    }

    private static Proof cloneNode(Fleet fleet, FaultPlan plan) throws InterruptedException {
        FaultNode node = fleet.running(2, plan).get(plan.victim());
        Map<String, String> settings = new TreeMap<>(fleet.settings(node.number()));
        if (fleet.subject().hasFile()) {
            Path copy = fleet.localState(node.number()).resolveSibling("worker-clone");
            settings.put("worker.file", fleet.copyState(node.number(), copy).toString());
        }
        FaultNode clone = fleet.start(node.number(), "clone of " + node.title(), settings);
        long before = node.state().ids();
        fleet.openAndDraw(clone, plan);
        long meanwhile = node.state().ids() - before;
        return new Proof(
                meanwhile > 0, node.title() + " gave out " + meanwhile + " ids while its clone opened and ran");
    }
}
