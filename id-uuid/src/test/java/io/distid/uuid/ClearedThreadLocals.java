package io.distid.uuid;

import io.distid.testkit.Eventually;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;

/** Runs tasks on the common pool, one after another, until it has cleared thread locals of its workers a few times. */
final class ClearedThreadLocals {
    private final ThreadLocal<Boolean> local = new ThreadLocal<>();
    private final ConcurrentHashMap<Thread, Boolean> known = new ConcurrentHashMap<>();
    private final AtomicInteger cleared = new AtomicInteger();
    private final int times;

    ClearedThreadLocals(int times) {
        this.times = times;
    }

    void during(Runnable task) {
        Eventually.await("thread locals that are cleared").until(() -> {
            for (int i = 0; i < 100; i++) {
                ForkJoinPool.commonPool().submit(() -> run(task)).get();
            }
            return cleared.get() >= times;
        });
    }

    private void run(Runnable task) {
        if (local.get() == null) {
            local.set(true);
            if (known.put(Thread.currentThread(), true) != null) {
                cleared.incrementAndGet();
            }
        }
        task.run();
    }
}
