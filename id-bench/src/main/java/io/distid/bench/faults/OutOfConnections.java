package io.distid.bench.faults;

import io.distid.bench.faults.store.EtcdAdmin;
import io.distid.bench.faults.store.TakenConnections;
import io.distid.bench.results.FaultPlan;
import io.distid.bench.subject.ServerKind;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The server accepts no client, since others have all its connections. */
final class OutOfConnections implements StoreFault {
    @Override
    public String name() {
        return "store-conns";
    }

    @Override
    public String sentence() {
        return "The connections of nodes are cut, and idle ones of others take all that the server lets in, for 10 s (tiny: 3 s).";
    }

    @Override
    public Duration lasts(FaultTiming timing) {
        return timing.outage();
    }

    @Override
    public @Nullable String whyInapplicable(FaultSubject subject) {
        String none = StoreFault.super.whyInapplicable(subject);
        return none == null && subject.subject().server() == ServerKind.ETCD ? EtcdAdmin.UNLIMITED : none;
    }

    @Override
    public Proof inject(Fleet fleet, FaultPlan plan) throws InterruptedException {
        fleet.running(2, plan);
        // The nodes must not be quicker than the connections that are taken.
        fleet.store().link().refuse();
        try (TakenConnections taken = fleet.store().admin().takeConnections()) {
            fleet.store().link().pass();
            fleet.tell("all connections are taken");
            fleet.pause(fleet.timing().outage());
            fleet.tell("connections are free again");
            return new Proof(
                    !taken.refusal().isEmpty(),
                    taken.refusal().isEmpty()
                            ? "the server let in each connection"
                            : "after " + taken.count() + " connections the server answers: " + taken.refusal());
        }
    }
}
