package io.distid.bench.faults;

import io.distid.bench.faults.store.FaultStore;
import io.distid.bench.results.FaultPlan;
import java.time.Duration;
import java.util.OptionalLong;

/** The server is away for a while, and has kept the acknowledged writes. */
final class ServerFaults {
    static final Fault KILLED = new InjectedStoreFault(
            "store-kill",
            "The server is killed by SIGKILL and started again on its data, which hold all that it acknowledged.",
            timing -> Duration.ZERO,
            ServerFaults::kill);
    static final Fault PAUSED = new InjectedStoreFault(
            "store-pause",
            "The server stands still by SIGSTOP for 10 s (tiny: 3 s), and goes on.",
            FaultTiming::outage,
            ServerFaults::pause);

    private static final Duration DOWN = Duration.ofMillis(500);

    private ServerFaults() {}

    private static Proof kill(Fleet fleet, FaultPlan plan) throws InterruptedException {
        fleet.running(2, plan);
        FaultStore store = fleet.store();
        long pid = store.server().pid();
        store.admin().mark(StoreFault.NEW);
        store.server().kill();
        fleet.tell("the server is killed");
        fleet.pause(DOWN);
        store.server().restart();
        fleet.tell("the server is up again");
        OptionalLong kept = store.admin().marked();
        return new Proof(
                store.server().pid() != pid && kept.equals(OptionalLong.of(StoreFault.NEW)),
                "process " + pid + " is gone, process " + store.server().pid() + " is in its place, and it holds "
                        + (kept.isEmpty() ? "nothing" : "what was acknowledged before"));
    }

    private static Proof pause(Fleet fleet, FaultPlan plan) throws InterruptedException {
        fleet.running(2, plan);
        // Returns once all its threads are stopped.
        fleet.store().server().pause();
        long began = System.nanoTime();
        fleet.tell("the server stands still");
        try {
            fleet.pause(fleet.timing().outage());
        } finally {
            fleet.store().server().resume();
        }
        fleet.tell("the server goes on");
        long millis = Duration.ofNanos(System.nanoTime() - began).toMillis();
        return new Proof(
                millis >= fleet.timing().outage().toMillis(),
                "all threads of process " + fleet.store().server().pid() + " stood still for " + millis + " ms");
    }
}
