package io.distid.bench.bars;

import java.util.ArrayList;
import java.util.List;

/** What Snowflake must reach. */
final class SnowflakeBars {
    private static final double CAP = 4_096_000;

    private SnowflakeBars() {}

    static List<Bar> all() {
        List<Bar> bars = new ArrayList<>();
        for (int threads : new int[] {1, 2, 8}) {
            bars.add(Bar.within(
                    "snowflake: the cap of 4096 ids a ms is reached within 1 %, not exceeded",
                    "SnowflakeBench.capped", threads, Figure.RATE, CAP, 0.99, 1.001));
            bars.add(Bar.within(
                    "snowflake: cores in use while waiting at the cap",
                    "SnowflakeBench.capped",
                    threads,
                    Figure.CORES,
                    1,
                    0,
                    0.6));
            bars.add(Bar.rate(
                    "snowflake: ahead of a coarse clock, against a bare counter",
                    "SnowflakeBench.aheadCoarse",
                    threads,
                    0.85,
                    "ReferenceBench.atomicLong"));
        }
        bars.add(Bar.rate(
                "snowflake: below the cap an id costs at most 1.3 readings of the clock",
                "SnowflakeBench.belowCap",
                1,
                1 / 1.3,
                "ReferenceBench.currentTimeMillis"));
        bars.add(ahead(1, 0.78));
        bars.add(ahead(2, 0.55));
        for (int threads : new int[] {1, 2}) {
            bars.add(Bar.rate(
                    "snowflake: ahead of an exact clock, against the fastest peer",
                    "SnowflakeBench.aheadExact",
                    threads,
                    1,
                    "SnowflakePeersBench.tsidCreator",
                    "SnowflakePeersBench.cosid",
                    "SnowflakePeersBench.hutool",
                    "SnowflakePeersBench.mybatisPlus",
                    "SnowflakePeersBench.yitter",
                    "SnowflakePeersBench.agrona"));
        }
        bars.add(Bar.rate(
                "snowflake: nextIds of 1024 against nextId",
                "SnowflakeBench.aheadBatch",
                1,
                10,
                "SnowflakeBench.aheadExact"));
        for (String method : new String[] {"capped", "belowCap", "aheadExact", "aheadCoarse", "aheadBatch"}) {
            bars.add(Bar.within(
                    "snowflake: bytes allocated for an id, " + method,
                    "SnowflakeBench." + method,
                    1,
                    Figure.BYTES,
                    1,
                    0,
                    0.1));
        }
        return bars;
    }

    private static Bar ahead(int threads, double atLeast) {
        return Bar.rate(
                "snowflake: ahead of an exact clock, against reading the clock",
                "SnowflakeBench.aheadExact",
                threads,
                atLeast,
                "ReferenceBench.currentTimeMillis");
    }
}
