package io.distid.bench.faults;

import io.distid.bench.results.FaultPlan;
import java.time.Duration;

/** The server is paused for a while. */
final class StorePaused implements StoreFault {
    @Override
    public String name() {
        return "store-pause";
    }

    @Override
    public String sentence() {
        return "The server stands still by SIGSTOP for 10 s (tiny: 3 s), and goes on.";
    }

    @Override
    public Duration lasts(FaultTiming timing) {
        return timing.outage();
    }

    @Override
    public Proof inject(Fleet fleet, FaultPlan plan) throws InterruptedException {
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
