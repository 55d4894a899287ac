package io.distid.testkit.fleet;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/**
 * The layout of a fleet's ids: ticks of 1 ms, 12 bits of sequence, and four worker ids. So ids often change their
 * holder.
 */
final class FleetLayout {
    static final int WORKERS = 4;
    static final Duration RESERVATION = Duration.ofSeconds(1);

    private static final Instant EPOCH = Instant.parse("2020-01-01T00:00:00Z");
    private static final int DATACENTER_BITS = 8;
    private static final int WORKER_BITS = 2;
    private static final int SEQUENCE_BITS = 12;

    private FleetLayout() {}

    /** Returns settings of a Snowflake node in a fresh namespace. */
    static Map<String, String> config(String worker) {
        return new HashMap<>(Map.of(
                "epoch",
                EPOCH.toString(),
                "datacenter-bits",
                Integer.toString(DATACENTER_BITS),
                "datacenter",
                "0",
                "worker-bits",
                Integer.toString(WORKER_BITS),
                "sequence-bits",
                Integer.toString(SEQUENCE_BITS),
                "worker",
                worker,
                "namespace",
                "fleet-" + UUID.randomUUID(),
                "reservation",
                RESERVATION.toMillis() + "ms"));
    }

    /**
     * The bits of datacenter and worker together, so that a source whose numbers are never used again can have all ten
     * bits.
     */
    static int worker(long id) {
        return (int) (id >>> SEQUENCE_BITS & (1 << DATACENTER_BITS + WORKER_BITS) - 1);
    }

    /** The start of an id's tick, in epoch ms. */
    static long tickStart(long id) {
        return EPOCH.toEpochMilli() + (id >>> DATACENTER_BITS + WORKER_BITS + SEQUENCE_BITS);
    }
}
