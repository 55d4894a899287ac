package io.distid.bench.lab;

import java.time.Duration;

/** A part of a run. It measures one thing of every remaining subject, and passes the results to the collector. For use by one thread. */
public interface Stage {
    /** Its name in the list of shortened stages. */
    String title();

    /** About how long it takes by {@link StageContext#profile()}, on two cores that nothing else uses. */
    Duration estimate(StageContext run);

    /** Measures. A subject that fails leaves the run by {@code StageContext.attempt}, and the others go on. */
    void measure(StageContext run) throws InterruptedException;
}
