package io.distid.bench.faults;

import io.distid.bench.faults.store.FaultStore;
import io.distid.bench.results.FaultPlan;
import java.time.Duration;
import java.util.OptionalLong;

/** The server is killed and started again. It has kept the acknowledged writes. */
final class StoreKilled implements StoreFault {
    private static final Duration DOWN = Duration.ofMillis(500);

    @Override
    public String name() {
        return "store-kill";
    }

    @Override
    public String sentence() {
        return "The server is killed by SIGKILL and started again on its data, which hold all that it acknowledged.";
    }

    @Override
    public Proof inject(Fleet fleet, FaultPlan plan) throws InterruptedException {
        fleet.running(2, plan);
        FaultStore store = fleet.store();
        long pid = store.server().pid();
        store.admin().mark(NEW);
        store.server().kill();
        fleet.tell("the server is killed");
        fleet.pause(DOWN);
        store.server().restart();
        fleet.tell("the server is up again");
        OptionalLong kept = store.admin().marked();
        return new Proof(
                store.server().pid() != pid && kept.equals(OptionalLong.of(NEW)),
                "process " + pid + " is gone, process " + store.server().pid() + " is in its place, and it holds "
                        + (kept.isEmpty() ? "nothing" : "what was acknowledged before"));
    }
}
