package io.distid.bench.bars;

import io.distid.bench.startup.FirstIdRun;
import io.distid.bench.throughput.Figure;
import java.util.ArrayList;
import java.util.List;

/** How soon the first id of a new JVM must come. */
final class StartUpBars {
    private static final BarRun[] PEERS = {
        BarRun.firstId(FirstIdRun.subject("uuid-creator v7")),
        BarRun.firstId(FirstIdRun.subject("tsid-creator")),
        BarRun.firstId(FirstIdRun.subject("jug v7"))
    };

    private StartUpBars() {}

    static List<Bar> all() {
        List<Bar> bars = new ArrayList<>();
        for (String strategy : List.of("uuid-v4", "uuid-v7", "snowflake")) {
            bars.add(Bar.atMost(
                    strategy + ": the first id of a JVM by name, against the slowest peer",
                    BarRun.firstId(FirstIdRun.subject(strategy)),
                    Figure.FIRST_ID,
                    PEERS));
            bars.add(Bar.atMostMedian(
                    strategy + ": the first id of a JVM without names, against the median of three peers",
                    BarRun.firstId(FirstIdRun.direct(strategy)),
                    Figure.FIRST_ID,
                    PEERS));
        }
        return bars;
    }
}
