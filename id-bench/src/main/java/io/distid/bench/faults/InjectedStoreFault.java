package io.distid.bench.faults;

import io.distid.bench.results.FaultPlan;
import java.time.Duration;
import java.util.function.Function;

/**
 * A fault of a server that is only injected.
 *
 * @param length how much longer it takes than other faults
 */
record InjectedStoreFault(String name, String sentence, Function<FaultTiming, Duration> length, Injection injection)
        implements StoreFault {
    @Override
    public Duration lasts(FaultTiming timing) {
        return length.apply(timing);
    }

    @Override
    public Proof inject(Fleet fleet, FaultPlan plan) throws InterruptedException {
        return injection.into(fleet, plan);
    }
}
