package io.distid.bench.bars;

import io.distid.IdKind;
import io.distid.bench.throughput.Target;
import java.util.ArrayList;
import java.util.List;

/** What ids must reach whose metrics are bound to a registry that is read once a second. */
final class MetricsBars {
    private static final String SNOWFLAKE = "snowflake max-lead=1d";

    private MetricsBars() {}

    static List<Bar> all() {
        List<Bar> bars = new ArrayList<>();
        for (int threads : new int[] {1, 2}) {
            bars.add(watched(SNOWFLAKE, IdKind.LONG, threads));
            bars.add(watched("uuid-v7", IdKind.UUID, threads));
            bars.add(watched("leaf-segment", IdKind.LONG, threads));
        }
        bars.add(counted(1));
        bars.add(counted(2));
        return bars;
    }

    private static Bar watched(String subject, IdKind kind, int threads) {
        return Bar.rate(
                "id-micrometer: " + subject + " with metrics bound, against without",
                BarRun.of(Target.watched(subject, kind, false), threads),
                0.98,
                BarRun.of(Target.unwatched(subject, kind), threads));
    }

    private static Bar counted(int threads) {
        return Bar.rate(
                "id-micrometer: " + SNOWFLAKE + " with issued ids counted, against without",
                BarRun.of(Target.watched(SNOWFLAKE, IdKind.LONG, true), threads),
                0.8,
                BarRun.of(Target.unwatched(SNOWFLAKE, IdKind.LONG), threads));
    }
}
