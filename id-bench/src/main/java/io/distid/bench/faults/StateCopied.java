package io.distid.bench.faults;

import io.distid.bench.faults.node.FaultNode;
import io.distid.bench.results.FaultPlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The local state of a node that is down is copied to another node. */
final class StateCopied implements Fault {
    @Override
    public String name() {
        return "config-copied";
    }

    @Override
    public String sentence() {
        return "The local state of a node that is down is copied to another node, as with an image of a machine, and both run.";
    }

    @Override
    public @Nullable String whyInapplicable(FaultSubject subject) {
        return subject.hasFile() ? null : "its nodes keep no local state";
    }

    @Override
    public Set<Premise> takes(FaultSubject subject) {
        return subject.isLeased() ? Set.of() : Set.of(Premise.STORE);
    }

    @Override
    public Proof inject(Fleet fleet, FaultPlan plan) throws InterruptedException {
        FaultNode node = fleet.running(1, plan).get(0);
        node.end();
        try {
            Files.copy(fleet.localState(0), fleet.localState(1));
        } catch (IOException e) {
            throw new UncheckedIOException("local state could not be copied: " + e.getMessage(), e);
        }
        fleet.tell("the local state of node 0 is copied to node 1");
        FaultNode again = fleet.start(0, "node 0 again");
        FaultNode other = fleet.start(1, "node 1");
        fleet.open(again, other);
        return new Proof(
                again.opened() != null && other.opened() != null,
                "both were opened on the state of node 0" + (other.draws() ? "" : ", and node 1 was refused"));
    }
}
