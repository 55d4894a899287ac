package io.distid.bench.bars;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What Leaf segments must reach, on a real database.
 *
 * <p>CosId's chain runs on the same table, at the same step, as its documentation sets it up. What that costs it is in two bars
 * of its own: it claims billions of ids at a time, and so its speed is that of one counter, which no other shared counter
 * can exceed four times.
 */
final class LeafBars {
    private static final String ONE = "LeafBench.nextId?order=generator";
    private static final String PER_THREAD = "LeafBench.nextId?order=thread";
    private static final String BATCH = "LeafBench.nextIds?order=generator";
    private static final String COUNTER = "ReferenceBench.atomicLong";
    private static final String COSID = "CosIdSegmentBench.generate";
    /** A fixed step of 100,000 and a million calls a second. */
    private static final String PACED = "LeafBench.pacedId?order=generator&maxStep=100000";

    private static final String PACED_COSID = "CosIdSegmentBench.pacedId";
    private static final String LARGE = "&maxStep=10000000";

    private LeafBars() {}

    static List<Bar> all() {
        List<Bar> bars = new ArrayList<>();
        for (int threads : new int[] {1, 2, 8}) {
            bars.add(Bar.rate("leaf-segment: nextId against a bare counter", ONE, threads, 0.8, COUNTER));
            bars.add(Bar.rate(
                    "leaf-segment: nextId against CosId's chain on the same table and step", ONE, threads, 4, COSID));
            bars.add(Bar.rate(
                    "leaf-segment: order=thread against CosId's chain on the same table and step",
                    PER_THREAD,
                    threads,
                    4,
                    COSID));
        }
        for (String cap : new String[] {"", LARGE}) {
            String with = cap.isEmpty() ? "" : ", max-step 10,000,000";
            bars.add(Bar.rate("leaf-segment: nextIds of 1024 against nextId" + with, BATCH + cap, 1, 10, ONE));
            bars.add(Bar.rate(
                    "leaf-segment: order=thread against a bare counter" + with, PER_THREAD + cap, 2, 4, COUNTER));
        }
        bars.add(Bar.rate("leaf-segment: order=thread against a bare counter", PER_THREAD, 1, 1.5, COUNTER));
        calls(bars);
        for (String subject : new String[] {ONE, PER_THREAD}) {
            String order = subject.substring(subject.indexOf('?') + 1);
            bars.add(Bar.within(
                    "leaf-segment: bytes allocated for an id, " + order, subject, 1, Figure.BYTES, 1, 0, 0.1));
            bars.add(Bar.within(
                    "leaf-segment: segments claimed and not issued at rest, " + order,
                    subject,
                    2,
                    Figure.SEGMENTS,
                    1,
                    0,
                    2));
        }
        bars.add(against("leaf-segment: ids claimed and not issued at rest", ONE, 1, Figure.UNISSUED, COSID));
        return bars;
    }

    /** How long one call takes: at a fixed rate that the machine sustains, and with all cores drawing. */
    private static void calls(List<Bar> bars) {
        bars.add(Bar.within(
                "leaf-segment: p99.99 of a call at 1,000,000 a second, step 100,000, microseconds",
                PACED,
                1,
                Figure.P9999,
                1,
                0,
                50));
        bars.add(against("leaf-segment: longest call at 1,000,000 a second", PACED, 1, Figure.WORST, PACED_COSID));
        IntStream.of(1, 2)
                .forEach(threads -> bars.add(Bar.within(
                        "leaf-segment: p99.99 of a call, drawn as fast as calls are timed, microseconds",
                        PACED + "&perSecond=0",
                        threads,
                        Figure.P9999,
                        1,
                        0,
                        50)));
    }

    /** At most what CosId's chain has. */
    private static Bar against(String name, String subject, int threads, Figure figure, String peer) {
        return new Bar(
                name + ", against CosId's chain",
                new Run(subject, threads),
                figure,
                List.of(new Run(peer, threads)),
                1,
                0,
                1);
    }
}
