package io.distid.bench.faults;

import io.distid.bench.faults.node.FaultNode;
import io.distid.bench.results.FaultPlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** A node is copied with its settings and its local state, and both run. */
final class NodeCloned implements Fault {
    @Override
    public String name() {
        return "process-clone";
    }

    @Override
    public String sentence() {
        return "A node is cloned while it runs: a second process runs beside it with its settings and a copy of its local state.";
    }

    @Override
    public boolean breaksTextbook() {
        return true;
    }

    @Override
    public Set<Premise> takes(FaultSubject subject) {
        return switch (subject.workerIds()) {
            case TOLD -> Set.of(Premise.OWN_WORKER_ID);
            case FILE -> Set.of(Premise.OWN_WORKER_ID, Premise.STORE);
            case LEASED, REGISTERED, JOINED, NONE -> Set.of();
        };
    }

    @Override
    public Proof inject(Fleet fleet, FaultPlan plan) throws InterruptedException {
        FaultNode node = fleet.running(2, plan).get(plan.victim());
        Map<String, String> settings = new TreeMap<>(fleet.settings(node.number()));
        if (fleet.subject().hasFile()) {
            settings.put("worker.file", copy(fleet.localState(node.number())).toString());
        }
        FaultNode clone = fleet.start(node.number(), "clone of " + node.title(), settings);
        long before = node.state().ids();
        fleet.open(clone);
        if (clone.draws()) {
            clone.await(plan.idsBefore(), fleet.timing().patience());
        }
        long meanwhile = node.state().ids() - before;
        return new Proof(
                clone.opened() != null && meanwhile > 0,
                node.title() + " gave out " + meanwhile + " ids while its clone opened and ran");
    }

    private static Path copy(Path state) {
        try {
            return Files.copy(state, state.resolveSibling(state.getFileName() + "-clone"));
        } catch (IOException e) {
            throw new UncheckedIOException(state + " could not be copied: " + e.getMessage(), e);
        }
    }
}
