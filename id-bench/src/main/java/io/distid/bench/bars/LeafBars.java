package io.distid.bench.bars;

import io.distid.bench.throughput.Figure;
import io.distid.bench.throughput.Target;
import java.util.ArrayList;
import java.util.List;

/**
 * What Leaf segments must reach, on a real database.
 *
 * <p>CosId's chain runs on the same table as its documentation sets it up. It claims more and more ids at a time, so its speed becomes
 * that of one counter, which no other shared counter can exceed four times: two bars ask for that all the same.
 */
final class LeafBars {
    private static final String ONE = "leaf-segment";
    private static final String PER_THREAD = "leaf-segment order=thread";
    private static final String FIXED_STEP = "leaf-segment step=100000";
    private static final String COSID = "cosid segment-chain";
    private static final int MILLION = 1_000_000;
    /** The rate at which the report has the times of calls. */
    private static final int LATENCY_RATE = 400_000;

    private LeafBars() {}

    static List<Bar> all() {
        List<Bar> bars = new ArrayList<>();
        for (int threads : new int[] {1, 2, 8}) {
            BarRun counter = BarRun.of(Target.ATOMIC_LONG, threads);
            BarRun chain = BarRun.of(COSID, threads);
            bars.add(Bar.rate("leaf-segment: nextId against a bare counter", BarRun.of(ONE, threads), 0.8, counter));
            bars.add(Bar.rate("leaf-segment: nextId against CosId's chain", BarRun.of(ONE, threads), 4, chain));
            bars.add(Bar.rate(
                    "leaf-segment: order=thread against CosId's chain", BarRun.of(PER_THREAD, threads), 4, chain));
        }
        batches(bars);
        calls(bars);
        tails(bars);
        rest(bars, ONE, "order=generator");
        rest(bars, PER_THREAD, "order=thread");
        bars.add(Bar.atMost(
                "leaf-segment: ids claimed and not issued at rest, against CosId's chain",
                BarRun.of(ONE, 1),
                Figure.UNISSUED,
                BarRun.of(COSID, 1)));
        return bars;
    }

    private static void batches(List<Bar> bars) {
        BarRun counter = BarRun.of(Target.ATOMIC_LONG, 2);
        bars.add(Bar.rate("leaf-segment: nextIds of 1024 against nextId", BarRun.batch(ONE), 10, BarRun.of(ONE, 1)));
        bars.add(Bar.rate("leaf-segment: order=thread against a bare counter", BarRun.of(PER_THREAD, 2), 4, counter));
        bars.add(Bar.rate(
                "leaf-segment: order=thread against a bare counter",
                BarRun.of(PER_THREAD, 1),
                1.5,
                BarRun.of(Target.ATOMIC_LONG, 1)));
    }

    /** How long one call takes: at a fixed rate that the machine sustains, and with all cores drawing. */
    private static void calls(List<Bar> bars) {
        BarRun paced = BarRun.of(Target.paced(FIXED_STEP, MILLION), 1);
        bars.add(Bar.within(
                "leaf-segment: p99.99 of a call at 1,000,000 a second, step 100,000, microseconds",
                paced,
                Figure.P9999,
                1,
                0,
                50));
        for (int threads : new int[] {1, 2}) {
            bars.add(Bar.within(
                    "leaf-segment: p99.99 of a call, drawn as fast as calls are timed, microseconds",
                    BarRun.of(Target.paced(FIXED_STEP, 0), threads),
                    Figure.P9999,
                    1,
                    0,
                    50));
        }
    }

    /** How little callers feel of claims: both as they are set up by default, on the same table. */
    private static void tails(List<Bar> bars) {
        BarRun ours = BarRun.of(Target.paced(ONE, LATENCY_RATE), 1);
        BarRun chain = BarRun.of(Target.paced(COSID, LATENCY_RATE), 1);
        bars.add(Bar.atMost(
                "leaf-segment: p99.9 of a call at 400,000 a second, against CosId's chain", ours, Figure.P999, chain));
        bars.add(Bar.atMost(
                "leaf-segment: p99.99 of a call at 400,000 a second, against CosId's chain",
                ours,
                Figure.P9999,
                chain));
        bars.add(Bar.never(
                "leaf-segment: calls that wait in the first second at 100,000 a second, after the first claim",
                BarRun.firstSecond(ONE),
                Figure.WAITS,
                1,
                0));
        bars.add(Bar.never(
                "leaf-segment: calls that wait at 100,000 a second, the store paused for 500 ms",
                BarRun.storePaused(ONE),
                Figure.WAITS,
                1,
                0));
    }

    private static void rest(List<Bar> bars, String subject, String order) {
        bars.add(Bar.within(
                "leaf-segment: bytes allocated for an id, " + order, BarRun.of(subject, 1), Figure.BYTES, 1, 0, 0.1));
        bars.add(Bar.within(
                "leaf-segment: segments claimed and not issued at rest, " + order,
                BarRun.of(subject, 2),
                Figure.SEGMENTS,
                1,
                0,
                2));
    }
}
