package io.distid.bench;

import java.time.Duration;

/** One part of a run: it measures one thing of every subject that is still in it, and puts what it found into the ledger. */
interface Stage {
    /** About how long it takes, for the line of progress. */
    Duration estimate(Run run);

    /** Measures. A subject that fails leaves the run by {@link Run#attempt}, and the others go on. */
    void measure(Run run) throws InterruptedException;
}
