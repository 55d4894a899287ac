package io.distid.bench.faults;

import io.distid.bench.faults.node.FaultNode;
import io.distid.bench.faults.store.FaultStore;
import io.distid.bench.results.FaultPlan;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Removes all data of the strategies from the running server while holders live. An operator creates them again or does
 * not.
 */
final class StoreWiped implements StoreFault {
    private final boolean createdAgain;

    /**
     * One of two faults.
     *
     * @param createdAgain whether the next node may create missing data, and its operator does so
     */
    StoreWiped(boolean createdAgain) {
        this.createdAgain = createdAgain;
    }

    @Override
    public String name() {
        return createdAgain ? "store-remade" : "store-gone";
    }

    @Override
    public String sentence() {
        return "All data are removed from the server while it runs (FLUSHALL, DROP DATABASE, delete), "
                + (createdAgain
                        ? "and a node opens that creates them again while the others live."
                        : "and a node opens that may not create them again.");
    }

    @Override
    public Set<Premise> takes(FaultSubject subject) {
        // A node that creates the records of leases again begins above the horizon of all possible bounds.
        return subject.isLeased() ? Set.of() : Set.of(Premise.STORE);
    }

    @Override
    public @Nullable String canRepeat(FaultSubject subject, FaultTiming timing) {
        if (subject.isLeased()) {
            return "nothing: a node that creates the namespace again begins above all that was reserved";
        }
        return createdAgain
                ? "each number that was granted before, by a new node, until the counter has passed the greatest of them; a node"
                        + " that has seen greater ones refuses"
                : "nothing until an operator creates it again: see store-remade";
    }

    @Override
    public Proof inject(Fleet fleet, FaultPlan plan) throws InterruptedException {
        FaultStore store = fleet.store();
        fleet.running(2, plan);
        Map<String, String> later = FaultSubject.withoutLeaveToCreate(fleet.settings(2));
        store.admin().mark(NEW);
        store.admin().wipe();
        OptionalLong held = store.admin().marked();
        fleet.tell("all data are removed");
        if (createdAgain) {
            fleet.createAgain();
        }
        FaultNode next = fleet.start(2, "node 2", createdAgain ? fleet.settings(2) : later);
        fleet.openAndDraw(next, plan);
        return new Proof(
                held.isEmpty(),
                "the server had acknowledged " + NEW + " and answers "
                        + (held.isPresent() ? held.getAsLong() : "that there is nothing")
                        + (next.draws() ? "; node 2 was let in" : "; node 2 was refused"));
    }
}
