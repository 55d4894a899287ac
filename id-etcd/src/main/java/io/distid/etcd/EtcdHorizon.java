package io.distid.etcd;

import io.distid.worker.StoreHorizon;
import io.distid.worker.WorkerRequest;
import java.time.Duration;

/**
 * How far ahead of etcd's clock a holder may reserve. etcd tells its time by the header {@code Date} alone, which is rounded down to the second.
 * So a bound is refused only where it is too far ahead for certain, and lies less than that second above what is allowed.
 */
final class EtcdHorizon extends StoreHorizon {
    /** What the server's clock may show beyond what it tells. */
    static final Duration ROUNDED = Duration.ofSeconds(1);

    /** As {@link StoreHorizon}. */
    EtcdHorizon(WorkerRequest request, Duration maxAhead) {
        super(request, maxAhead, ROUNDED, "etcd", "mend the clock that is wrong");
    }

    /** How far above the server's clock the first id of a new namespace lies at most. */
    Duration firstStart() {
        return maxAhead().plus(request().reservation()).plus(ROUNDED.multipliedBy(2));
    }
}
