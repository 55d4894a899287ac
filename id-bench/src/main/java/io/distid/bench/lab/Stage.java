package io.distid.bench.lab;

import java.time.Duration;

/** One part of a run: it measures one thing of every subject that is still in it, and hands what it finds to the collector. For use by one thread. */
public interface Stage {
    /** What it is called where a run names what it has shortened. */
    String title();

    /** About how long it takes by {@link StageContext#profile()}, on two cores that nothing else uses. */
    Duration estimate(StageContext run);

    /** Measures. A subject that fails leaves the run by {@code StageContext.attempt}, and the others go on. */
    void measure(StageContext run) throws InterruptedException;
}
