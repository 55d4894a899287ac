package io.distid.bench.bars;

import java.util.List;

/** What a lock on Redis must reach, locked and freed by one thread without a rival; and tokens that one thread consumes. */
final class LockBars {
    private static final BarRun OURS = BarRun.request("lock redis");

    private LockBars() {}

    static List<Bar> all() {
        return List.of(
                Bar.rate(
                        "lock: on Redis against the same scripts in bare Jedis",
                        OURS,
                        0.95,
                        BarRun.request("jedis lock scripts")),
                Bar.rate("lock: on Redis against Redisson's RLock", OURS, 1, BarRun.request("redisson RLock")),
                Bar.rate(
                        "tokens: consume on Redis against the same script in bare Jedis",
                        BarRun.request("tokens redis"),
                        0.95,
                        BarRun.request("jedis token script")));
    }
}
