package io.distid.bench.bars;

import io.distid.bench.throughput.Figure;
import io.distid.bench.throughput.Target;
import java.util.ArrayList;
import java.util.List;

/** What rates of UUIDs must reach; their first ids, metrics and rows are in {@link StartUpBars}, {@link MetricsBars} and {@link EntityBars}. */
final class UuidBars {
    private static final String V7 = "uuid-v7";
    private static final String PER_THREAD = "uuid-v7 order=thread";
    private static final String PER_THREAD_FAST = "uuid-v7 thread fast";
    /** Its random bits can be predicted, and within a ms it adds 1 to them. */
    private static final String FAST_PEER = "robsonkades v7";
    /** Peers of version 7 whose random bits are as hard to guess as ours. */
    private static final List<String> SECURE_PEERS =
            List.of("uuid-creator v7", "uuid-creator v7 plus 1", "jug v7", "jug v7 random", "robsonkades v7 secure");

    private UuidBars() {}

    static List<Bar> all() {
        List<Bar> bars = new ArrayList<>();
        bars.add(Bar.rate("uuid-v7: against reading the clock", BarRun.of(V7, 1), 0.75, BarRun.of(Target.CLOCK, 1)));
        for (int threads : new int[] {1, 2}) {
            bars.add(Bar.rate(
                    "uuid-v7: against the fastest secure peer", BarRun.of(V7, threads), 1, securePeers(threads)));
            bars.add(Bar.rate(
                    "uuid-v7: on a coarse clock, against the fastest secure peer",
                    BarRun.of("uuid-v7 clock=coarse", threads),
                    threads == 1 ? 4 : 1.5,
                    securePeers(threads)));
            bars.add(Bar.rate(
                    "uuid-v4: against UUID.randomUUID",
                    BarRun.of("uuid-v4", threads),
                    10,
                    BarRun.of("jdk randomUUID", threads)));
        }
        for (int threads : new int[] {1, 2}) {
            bars.add(Bar.rate(
                    "uuid-v7: order=thread against robsonkades' fast form, which is not secure",
                    BarRun.of(PER_THREAD, threads),
                    1,
                    BarRun.of(FAST_PEER, threads)));
            bars.add(Bar.rate(
                    "uuid-v7: order=thread source=fast against robsonkades' fast form",
                    BarRun.of(PER_THREAD_FAST, threads),
                    1,
                    BarRun.of(FAST_PEER, threads)));
        }
        bars.add(scales("uuid-v7: order=thread scales from 1 thread", PER_THREAD));
        bars.add(scales("uuid-v7: order=thread on a coarse clock scales from 1 thread", "uuid-v7 thread coarse"));
        bars.add(Bar.within(
                "uuid-v7: a batch of 1024, in units of 400 M ids/s",
                BarRun.batch(V7),
                Figure.RATE,
                400_000_000,
                1,
                Double.POSITIVE_INFINITY));
        for (String subject : List.of(V7, PER_THREAD)) {
            bars.add(Bar.rate(
                    "uuid-v7: a batch of 1024" + subject.substring(V7.length())
                            + " against robsonkades' fill, which is not secure",
                    BarRun.batch(subject),
                    0.75,
                    BarRun.batch(FAST_PEER)));
        }
        bars.add(Bar.rate(
                "uuid-v7: a batch of 1024 order=thread source=fast against robsonkades' fill",
                BarRun.batch(PER_THREAD_FAST),
                0.75,
                BarRun.batch(FAST_PEER)));
        return bars;
    }

    private static Bar scales(String name, String subject) {
        return Bar.rate(name, BarRun.of(subject, 2), 1.8, BarRun.of(subject, 1));
    }

    private static BarRun[] securePeers(int threads) {
        return SECURE_PEERS.stream().map(peer -> BarRun.of(peer, threads)).toArray(BarRun[]::new);
    }
}
