package io.distid.bench.bars;

import io.distid.bench.throughput.Figure;
import io.distid.bench.throughput.Target;
import java.util.ArrayList;
import java.util.List;

/** What Snowflake must reach. */
final class SnowflakeBars {
    private static final String CAPPED = "snowflake";
    private static final String BELOW_CAP = "snowflake sequence-bits=20";
    private static final String AHEAD = "snowflake max-lead=1d";
    private static final String AHEAD_COARSE = "snowflake lead=1d coarse";
    private static final double CAP = 4_096_000;

    private SnowflakeBars() {}

    static List<Bar> all() {
        List<Bar> bars = new ArrayList<>();
        for (int threads : new int[] {1, 2, 8}) {
            BarRun capped = BarRun.of(CAPPED, threads);
            bars.add(Bar.within(
                    "snowflake: the cap of 4096 ids a ms is reached within 1 %, not exceeded",
                    capped, Figure.RATE, CAP, 0.99, 1.001));
            bars.add(Bar.within("snowflake: cores in use while waiting at the cap", capped, Figure.CORES, 1, 0, 0.6));
            bars.add(Bar.rate(
                    "snowflake: ahead of a coarse clock, against a bare counter",
                    BarRun.of(AHEAD_COARSE, threads),
                    0.85,
                    BarRun.of(Target.ATOMIC_LONG, threads)));
        }
        bars.add(Bar.rate(
                "snowflake: below the cap an id costs at most 1.3 readings of the clock",
                BarRun.of(BELOW_CAP, 1),
                1 / 1.3,
                BarRun.of(Target.CLOCK, 1)));
        bars.add(ahead(1, 0.78));
        bars.add(ahead(2, 0.55));
        for (int threads : new int[] {1, 2}) {
            bars.add(Bar.rate(
                    "snowflake: ahead of an exact clock, against the fastest peer",
                    BarRun.of(AHEAD, threads),
                    1,
                    BarRun.of("tsid-creator", threads),
                    BarRun.of("cosid snowflake", threads),
                    BarRun.of("hutool snowflake", threads),
                    BarRun.of("mybatis-plus", threads),
                    BarRun.of("yitter", threads),
                    BarRun.of("agrona snowflake", threads)));
        }
        bars.add(Bar.rate("snowflake: nextIds of 1024 against nextId", BarRun.batch(AHEAD), 10, BarRun.of(AHEAD, 1)));
        for (BarRun run : List.of(
                BarRun.of(CAPPED, 1),
                BarRun.of(BELOW_CAP, 1),
                BarRun.of(AHEAD, 1),
                BarRun.of(AHEAD_COARSE, 1),
                BarRun.batch(AHEAD))) {
            bars.add(Bar.within("snowflake: bytes allocated for an id, " + run.name(), run, Figure.BYTES, 1, 0, 0.1));
        }
        return bars;
    }

    private static Bar ahead(int threads, double atLeast) {
        return Bar.rate(
                "snowflake: ahead of an exact clock, against reading the clock",
                BarRun.of(AHEAD, threads),
                atLeast,
                BarRun.of(Target.CLOCK, threads));
    }
}
