package io.distid.bench.faults;

import io.distid.bench.faults.node.FaultNode;
import io.distid.bench.faults.store.FaultStore;
import io.distid.bench.results.FaultPlan;
import io.distid.bench.subject.ServerKind;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/** The server is restored from an earlier copy of its data, and one more node opens on it. */
final class StoreRolledBack implements StoreFault {
    @Override
    public String name() {
        return "store-rollback";
    }

    @Override
    public String sentence() {
        return "The server's data are copied, a node opens, the server is stopped and started on the copy, and one more node opens.";
    }

    @Override
    public Set<Premise> takes(FaultSubject subject) {
        return showsItsStart(subject) ? Set.of() : Set.of(Premise.STORE);
    }

    @Override
    public String canRepeat(FaultSubject subject, FaultTiming timing) {
        if (showsItsStart(subject)) {
            return "nothing: the server was started again, so a new node begins above all that can have been reserved";
        }
        return subject.isLeased()
                ? "what was stamped since the copy, by a new node that has not seen it, for at most max-ahead and a reservation"
                        + " after the restore; a holder notices at its next renewal"
                : "each number that was granted since the copy, by a node that has not seen it, until the counter has passed the greatest"
                        + " of them; a node that has seen greater ones refuses";
    }

    /** Whether a subject keeps its bounds on a server whose restart is visible. */
    private static boolean showsItsStart(FaultSubject subject) {
        ServerKind kind = subject.subject().server();
        return subject.isLeased() && kind != ServerKind.ZOOKEEPER;
    }

    @Override
    public Proof inject(Fleet fleet, FaultPlan plan) throws InterruptedException {
        FaultStore store = fleet.store();
        FaultNode early = fleet.running(1, plan).get(0);
        store.admin().mark(OLD);
        store.server().copyData();
        fleet.tell("the data of the server are copied");
        FaultNode late = fleet.opened(1);
        Map<String, String> settings = FaultSubject.withoutLeaveToCreate(fleet.settings(2));
        for (FaultNode node : new FaultNode[] {early, late}) {
            node.await(plan.idsBefore(), fleet.timing().patience());
        }
        FaultNode next = fleet.start(2, "node 2", settings);
        store.admin().mark(NEW);
        store.server().restoreData();
        OptionalLong held = store.admin().marked();
        fleet.tell("the server is back on the copy");
        fleet.openAndDraw(next, plan);
        return new Proof(
                held.equals(OptionalLong.of(OLD)),
                "the server had acknowledged " + NEW + " and answers "
                        + (held.isPresent() ? held.getAsLong() : "nothing"));
    }
}
