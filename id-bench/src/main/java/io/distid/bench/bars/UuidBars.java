package io.distid.bench.bars;

import java.util.ArrayList;
import java.util.List;

/** What UUIDs must reach. */
final class UuidBars {
    private static final String CLOCK = "ReferenceBench.currentTimeMillis";
    /** Peers of version 7 whose random bits are as hard to guess as ours. */
    private static final String[] SECURE_PEERS = {
        maker("UUID_CREATOR_V7"),
        maker("UUID_CREATOR_V7_PLUS_1"),
        maker("JUG_V7"),
        maker("JUG_V7_RANDOM"),
        maker("ROBSONKADES_SECURE")
    };

    private UuidBars() {}

    static List<Bar> all() {
        List<Bar> bars = new ArrayList<>();
        bars.add(Bar.rate("uuid-v7: against reading the clock", maker("V7"), 1, 0.75, CLOCK));
        for (int threads : new int[] {1, 2}) {
            bars.add(Bar.rate("uuid-v7: against the fastest secure peer", maker("V7"), threads, 1, SECURE_PEERS));
            bars.add(Bar.rate(
                    "uuid-v7: on a coarse clock, against the fastest secure peer",
                    maker("V7_COARSE"),
                    threads,
                    threads == 1 ? 4 : 1.5,
                    SECURE_PEERS));
            bars.add(Bar.rate(
                    "uuid-v4: source=drbg against UUID.randomUUID",
                    maker("V4_DRBG"),
                    threads,
                    10,
                    "ReferenceBench.randomUuid"));
        }
        for (String maker : new String[] {"V7_THREAD", "V7_THREAD_COARSE"}) {
            bars.add(new Bar(
                    "uuid-v7: order=thread" + (maker.endsWith("COARSE") ? " on a coarse clock" : "")
                            + " scales from 1 thread",
                    new Run(maker(maker), 2),
                    Figure.RATE,
                    List.of(new Run(maker(maker), 1)),
                    1,
                    1.8,
                    Double.POSITIVE_INFINITY));
        }
        bars.add(Bar.within(
                "uuid-v7: a batch of 1024, in units of 400 M ids/s",
                "UuidBench.batchV7",
                1,
                Figure.RATE,
                400_000_000,
                1,
                Double.POSITIVE_INFINITY));
        bars.add(Bar.rate(
                "uuid-v7: a batch of 1024 against robsonkades' fill, which is not secure",
                "UuidBench.batchV7",
                1,
                0.4,
                "UuidBench.batchRobsonkades"));
        return bars;
    }

    private static String maker(String name) {
        return "UuidBench.next?maker=" + name;
    }
}
