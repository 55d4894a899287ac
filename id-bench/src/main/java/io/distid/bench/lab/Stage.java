package io.distid.bench.lab;

import java.time.Duration;

/** One part of a run: it measures one thing of every subject that is still in it, and hands what it finds to the collector. */
interface Stage {
    /** About how long it takes, for the line of progress. */
    Duration estimate(StageContext run);

    /** Measures. A subject that fails leaves the run by {@link StageContext#attempt}, and the others go on. */
    void measure(StageContext run) throws InterruptedException;
}
