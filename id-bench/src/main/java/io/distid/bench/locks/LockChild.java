package io.distid.bench.locks;

import io.distid.bench.jvm.CommandLoop;
import io.distid.bench.jvm.SettingsFile;
import io.distid.bench.subject.Catalogue;
import io.distid.bench.subject.LockIds;
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

    @Override
    public CommandLoop.Handler prepare() {
        return this::obey;
    }

    private String obey(String command, List<String> words) throws InterruptedException {
        return switch (command) {
            case "open" -> {
                words.forEach(name -> locks.put(
                        name, (LockIds) Catalogue.subject(name).opening().open(settings.of(name))));
                yield CommandLoop.answer("opened");
            }
            case "hold" -> {
                locks.values().forEach(LockIds::hold);
                yield CommandLoop.answer("held");
            }
            case "leases" -> {
                Map<String, Long> ends = new LinkedHashMap<>();
                locks.forEach((name, lock) -> ends.put(name, lock.leaseEnds()));
                yield answer("leases", ends);
            }
            case "wait" -> await();
            case "granted" -> granted(Long.parseLong(words.get(0)));
            default -> throw new IllegalArgumentException("unknown command: " + command);
        };
    }

    private String await() throws InterruptedException {
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
        return CommandLoop.answer("waits");
    }

    private String granted(long millis) throws InterruptedException {
        long deadline = System.nanoTime() + millis * 1_000_000;
        for (Thread waiter : waiters) {
            waiter.join(Math.max(1, (deadline - System.nanoTime()) / 1_000_000));
        }
        return answer("granted", granted);
    }

    private static String answer(String word, Map<String, Long> times) {
        List<Object> words = new ArrayList<>(List.of(word));
        times.forEach((name, nanos) -> words.addAll(List.of(name, nanos)));
        return CommandLoop.answer(words.toArray());
    }
}
