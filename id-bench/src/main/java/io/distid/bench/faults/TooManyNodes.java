package io.distid.bench.faults;

import io.distid.bench.faults.node.FaultNode;
import io.distid.bench.results.FaultPlan;
import io.distid.bench.subject.WorkerIdKind;
import io.distid.bench.subject.WorkerSettings;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** There is one node more than there are worker ids. */
final class TooManyNodes implements Fault {
    /** Its helper refuses such an id, and the measured worker relies on that. */
    private static final String CHECKED_ABOVE = "yitter";

    @Override
    public String name() {
        return "config-too-many";
    }

    @Override
    public String sentence() {
        return "There is one node more than there are worker ids: its settings name the first that the format cannot hold, or it asks where none is left.";
    }

    @Override
    public @Nullable String whyInapplicable(FaultSubject subject) {
        if (subject.name().equals(CHECKED_ABOVE)) {
            return "the lab opens it beneath the class that checks worker ids";
        }
        return switch (subject.workerIds()) {
            case NONE -> "it has no worker id";
            case JOINED -> "its 65,536 numbers are given to as many members that join, one after the other";
            case TOLD, FILE, LEASED, REGISTERED -> null;
        };
    }

    @Override
    public Proof inject(Fleet fleet, FaultPlan plan) throws InterruptedException {
        boolean leased = fleet.subject().isLeased();
        int beyond = leased ? 1 : fleet.subject().workerIdCount();
        FaultNode first = fleet.start(0, "node 0", settings(fleet, 0, leased));
        fleet.open(first);
        FaultNode second = fleet.start(beyond, "node " + beyond, settings(fleet, beyond, leased));
        fleet.open(second);
        for (FaultNode node : new FaultNode[] {first, second}) {
            if (node.draws()) {
                node.await(plan.idsBefore(), fleet.timing().patience());
            }
        }
        return new Proof(
                first.draws() && second.opened() != null,
                "node " + beyond + (second.draws() ? " was let in" : " was refused"));
    }

    private static Map<String, String> settings(Fleet fleet, int node, boolean leased) {
        Map<String, String> settings = new TreeMap<>(fleet.settings(node));
        if (leased) {
            // A register counts from 1.
            settings.putAll(
                    fleet.subject().workerIds() == WorkerIdKind.REGISTERED
                            ? WorkerSettings.twoWorkerIds()
                            : WorkerSettings.oneWorkerId());
        }
        return settings;
    }
}
