package io.distid.bench.bars;

import java.util.ArrayList;
import java.util.List;

/** What Leaf segments must reach, on a real database. */
final class LeafBars {
    private static final String ONE = "LeafBench.nextId?order=generator";
    private static final String PER_THREAD = "LeafBench.nextId?order=thread";
    private static final String BATCH = "LeafBench.nextIds?order=generator";
    private static final String COUNTER = "ReferenceBench.atomicLong";

    private LeafBars() {}

    static List<Bar> all() {
        List<Bar> bars = new ArrayList<>();
        for (int threads : new int[] {1, 2, 8}) {
            bars.add(Bar.rate("leaf-segment: nextId against a bare counter", ONE, threads, 0.8, COUNTER));
            bars.add(Bar.rate(
                    "leaf-segment: nextId against CosId's chain on the same table and step",
                    ONE,
                    threads,
                    4,
                    "CosIdSegmentBench.generate"));
        }
        bars.add(Bar.rate("leaf-segment: nextIds of 1024 against nextId", BATCH, 1, 10, ONE));
        bars.add(Bar.rate("leaf-segment: order=thread against a bare counter", PER_THREAD, 1, 1.5, COUNTER));
        bars.add(Bar.rate("leaf-segment: order=thread against a bare counter", PER_THREAD, 2, 4, COUNTER));
        for (String subject : new String[] {ONE, PER_THREAD}) {
            bars.add(Bar.within(
                    "leaf-segment: bytes allocated for an id, " + subject.substring(subject.indexOf('?') + 1),
                    subject,
                    1,
                    Figure.BYTES,
                    1,
                    0,
                    0.1));
        }
        return bars;
    }
}
