package io.distid.bench.faults;

import io.distid.bench.results.FaultPlan;

/** A fault that is only injected: it takes no premise away, and applies to all subjects. */
record InjectedFault(String name, String sentence, Injection injection) implements Fault {
    @Override
    public Proof inject(Fleet fleet, FaultPlan plan) throws InterruptedException {
        return injection.into(fleet, plan);
    }
}
