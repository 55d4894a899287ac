package io.distid.bench.locks;

import io.distid.bench.jvm.CommandLoop;
import io.distid.bench.jvm.SettingsFile;
import io.distid.bench.subject.Catalogue;
import io.distid.bench.subject.LockIds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The child JVM that holds locks until it is killed, or waits for them. */
final class LockChild implements CommandLoop.Child {
    /** The time for threads to reach their waits. */
    private static final long SETTLING_MILLIS = 200;

    private final SettingsFile settings = SettingsFile.ofThisJvm();
    private final Map<String, LockIds> locks = new LinkedHashMap<>();
    private final List<Thread> waiters = new ArrayList<>();
    private final Map<String, Long> granted = new ConcurrentHashMap<>();

    /** Opens locks, and returns how many are open. */
    int open(List<String> names) {
        for (String name : names) {
            locks.put(name, (LockIds) Catalogue.subject(name).opening().open(settings.of(name)));
        }
        return locks.size();
    }

    void hold() {
        locks.values().forEach(LockIds::hold);
    }

    /** When each lease ends at the earliest. */
    Map<String, Long> leases() {
        Map<String, Long> ends = new LinkedHashMap<>();
        locks.forEach((name, lock) -> ends.put(name, lock.leaseEnds()));
        return ends;
    }

    void await() throws InterruptedException {
        locks.forEach((name, lock) -> {
            Thread waiter = new Thread(
                    () -> {
                        lock.hold();
                        granted.put(name, System.nanoTime());
                    },
                    "distid-bench-waits-for-" + name);
            waiter.setDaemon(true);
            waiter.start();
            waiters.add(waiter);
        });
        Thread.sleep(SETTLING_MILLIS);
    }

    /** When each lock was granted, of those that were within a time. */
    Map<String, Long> granted(Duration patience) throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        for (Thread waiter : waiters) {
            waiter.join(Math.max(1, (deadline - System.nanoTime()) / 1_000_000));
        }
        return new LinkedHashMap<>(granted);
    }
}
