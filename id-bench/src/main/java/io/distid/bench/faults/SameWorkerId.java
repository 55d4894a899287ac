package io.distid.bench.faults;

import io.distid.bench.faults.node.FaultNode;
import io.distid.bench.results.FaultPlan;
import io.distid.bench.subject.WorkerIdKind;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Two nodes are configured with the same worker id. */
final class SameWorkerId implements Fault {
    @Override
    public String name() {
        return "config-same-id";
    }

    @Override
    public String sentence() {
        return "Two nodes are configured with the same worker id.";
    }

    @Override
    public boolean breaksTextbook() {
        return true;
    }

    @Override
    public @Nullable String whyInapplicable(FaultSubject subject) {
        return switch (subject.workerIds()) {
            case NONE -> "it has no worker id";
            case LEASED, REGISTERED, JOINED -> "no setting gives it a worker id";
            case TOLD, FILE -> null;
        };
    }

    @Override
    public Set<Premise> takes(FaultSubject subject) {
        // Each node has its own file with a bound, so the two share no store.
        return subject.workerIds() == WorkerIdKind.FILE
                ? Set.of(Premise.OWN_WORKER_ID, Premise.STORE)
                : Set.of(Premise.OWN_WORKER_ID);
    }

    @Override
    public Proof inject(Fleet fleet, FaultPlan plan) throws InterruptedException {
        Map<String, String> settings = new TreeMap<>(fleet.settings(0));
        FaultNode first = fleet.start(0, "node 0", settings);
        if (fleet.subject().workerIds() == WorkerIdKind.FILE) {
            settings.put("worker.file", fleet.localState(1).toString());
        }
        FaultNode second = fleet.start(1, "node 1", settings);
        fleet.tell("both are configured with the worker id of node 0");
        fleet.open(first, second);
        for (FaultNode node : new FaultNode[] {first, second, first}) {
            if (node.draws()) {
                node.await(plan.idsBefore(), fleet.timing().patience());
            }
        }
        return new Proof(
                first.opened() != null && second.opened() != null,
                "both were opened with the settings of node 0" + (second.draws() ? "" : ", and node 1 was refused"));
    }
}
