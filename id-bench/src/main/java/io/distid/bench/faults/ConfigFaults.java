package io.distid.bench.faults;

import io.distid.bench.faults.node.FaultNode;
import io.distid.bench.results.FaultPlan;
import io.distid.bench.subject.WorkerIdKind;
import io.distid.bench.subject.WorkerSettings;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Wrong settings, and local state of the wrong node. */
final class ConfigFaults {
    /** Its helper refuses such an id, and the measured worker relies on that. */
    private static final String CHECKED_ABOVE = "yitter";

    static final Fault SAME_ID = new Fault(
                    "config-same-id", "Two nodes are configured with the same worker id.", ConfigFaults::sameId)
            .with(Fault.Trait.BREAKS_TEXTBOOK)
            .unless(subject -> switch (subject.workerIds()) {
                case NONE -> "it has no worker id";
                case LEASED, REGISTERED, JOINED -> "no setting gives it a worker id";
                case TOLD, FILE -> null;
            })
            // Each node has its own file with a bound, so the two share no store.
            .taking(subject -> subject.workerIds() == WorkerIdKind.FILE
                    ? Set.of(Premise.OWN_WORKER_ID, Premise.STORE)
                    : Set.of(Premise.OWN_WORKER_ID));

    static final Fault TOO_MANY = new Fault(
                    "config-too-many",
                    "There is one node more than there are worker ids: its settings name the first that the format cannot hold, or it asks where none is left.",
                    ConfigFaults::tooMany)
            .unless(ConfigFaults::whyNeverTooMany);

    static final Fault COPIED = new Fault(
                    "config-copied",
                    "The local state of a node that is down is copied to another node, as with an image of a machine, and both run.",
                    ConfigFaults::copied)
            .unless(subject -> subject.hasFile() ? null : "its nodes keep no local state")
            .taking(subject -> subject.isLeased() ? Set.of() : Set.of(Premise.STORE));

    private ConfigFaults() {}

    private static Proof sameId(Fleet fleet, FaultPlan plan) throws InterruptedException {
        Map<String, String> settings = new TreeMap<>(fleet.settings(0));
        FaultNode first = fleet.start(0, "node 0", settings);
        if (fleet.subject().workerIds() == WorkerIdKind.FILE) {
            settings.put("worker.file", fleet.localState(1).toString());
        }
        FaultNode second = fleet.start(1, "node 1", settings);
        fleet.tell("both are configured with the worker id of node 0");
        fleet.open(first, second);
        fleet.awaitIds(plan, first, second, first);
        return new Proof(
                true,
                "both were opened with the settings of node 0" + (second.draws() ? "" : ", and node 1 was refused"));
    }

    private static @Nullable String whyNeverTooMany(FaultSubject subject) {
        if (subject.name().equals(CHECKED_ABOVE)) {
            return "the lab opens it beneath the class that checks worker ids";
        }
        return switch (subject.workerIds()) {
            case NONE -> "it has no worker id";
            case JOINED -> "its 65,536 numbers are given to as many members that join, one after the other";
            case TOLD, FILE, LEASED, REGISTERED -> null;
        };
    }

    private static Proof tooMany(Fleet fleet, FaultPlan plan) throws InterruptedException {
        int beyond = fleet.subject().isLeased() ? 1 : fleet.subject().workerIdCount();
        FaultNode first = fleet.start(0, "node 0", fewWorkerIds(fleet, 0));
        fleet.open(first);
        FaultNode second = fleet.start(beyond, "node " + beyond, fewWorkerIds(fleet, beyond));
        fleet.open(second);
        fleet.awaitIds(plan, first, second);
        return new Proof(first.draws(), "node " + beyond + (second.draws() ? " was let in" : " was refused"));
    }

    private static Map<String, String> fewWorkerIds(Fleet fleet, int node) {
        Map<String, String> settings = new TreeMap<>(fleet.settings(node));
        switch (fleet.subject().workerIds()) {
            case LEASED -> settings.putAll(WorkerSettings.oneWorkerId());
            // A register counts from 1.
            case REGISTERED -> settings.putAll(WorkerSettings.twoWorkerIds());
            default -> {}
        }
        return settings;
    }

    private static Proof copied(Fleet fleet, FaultPlan plan) throws InterruptedException {
        FaultNode node = fleet.running(1, plan).get(0);
        node.end();
        fleet.copyState(0, fleet.localState(1));
        fleet.tell("the local state of node 0 is copied to node 1");
        FaultNode again = fleet.start(0, "node 0 again");
        FaultNode other = fleet.start(1, "node 1");
        fleet.open(again, other);
        return new Proof(
                true, "both were opened on the state of node 0" + (other.draws() ? "" : ", and node 1 was refused"));
    }
}
