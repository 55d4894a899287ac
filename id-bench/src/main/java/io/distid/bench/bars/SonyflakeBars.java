package io.distid.bench.bars;

import io.distid.bench.throughput.Figure;
import java.util.ArrayList;
import java.util.List;

/** What Sonyflake must reach. */
final class SonyflakeBars {
    private static final String AHEAD = "sonyflake max-lead=365d";
    private static final double CAP = 25_600;

    private SonyflakeBars() {}

    static List<Bar> all() {
        List<Bar> bars = new ArrayList<>();
        for (int threads : new int[] {1, 2, 8}) {
            BarRun capped = BarRun.of("sonyflake", threads);
            // A second of measurement may begin and end within a tick: that is one tick in a hundred too many or too
            // few.
            bars.add(Bar.within(
                    "sonyflake: the cap of 256 ids a tick of 10 ms is reached within 1 %, not exceeded",
                    capped, Figure.RATE, CAP, 0.99, 1.01));
            bars.add(Bar.within("sonyflake: cores in use while waiting at the cap", capped, Figure.CORES, 1, 0, 0.1));
            bars.add(Bar.rate(
                    "sonyflake: ahead of the clock, against Snowflake ahead of the clock",
                    BarRun.of(AHEAD, threads),
                    0.8,
                    BarRun.of("snowflake max-lead=1d", threads)));
        }
        bars.add(Bar.within("sonyflake: bytes allocated for an id", BarRun.of(AHEAD, 1), Figure.BYTES, 1, 0, 0.1));
        return bars;
    }
}
