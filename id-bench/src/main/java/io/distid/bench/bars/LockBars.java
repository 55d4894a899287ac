package io.distid.bench.bars;

import java.util.List;

/** What a lock on Redis must reach, locked and freed by one thread without a rival; and tokens that one thread consumes. */
final class LockBars {
    private static final BarRun OURS = BarRun.of("lock redis", 1);

    private LockBars() {}

    static List<Bar> all() {
        return List.of(
                Bar.rate(
                        "lock: on Redis against the same scripts in bare Jedis",
                        OURS,
                        0.95,
                        BarRun.of("jedis lock scripts", 1)),
                Bar.rate("lock: on Redis against Redisson's RLock", OURS, 1, BarRun.of("redisson RLock", 1)),
                Bar.rate(
                        "tokens: consume on Redis against the same script in bare Jedis",
                        BarRun.of("tokens redis", 1),
                        0.95,
                        BarRun.of("jedis token script", 1)));
    }
}
