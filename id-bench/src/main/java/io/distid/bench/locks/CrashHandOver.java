package io.distid.bench.locks;

import io.distid.bench.jvm.ChildJvm;
import io.distid.bench.jvm.SettingsFile;
import io.distid.bench.subject.LockIds;
import io.distid.bench.subject.Servers;
import io.distid.bench.subject.Subject;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Measures how soon a waiting process gets a lock after the holder's process is killed. One process holds all locks and another waits for
 * all of them, side by side. So only one process is killed. Stateless: safe for use by any number of threads.
 */
public final class CrashHandOver {
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private CrashHandOver() {}

    /** Kills a holder. Throws {@link IllegalStateException} if a process failed, ended or hangs; the message is the reason. */
    public static Map<String, HandOver> measure(List<Subject> locks, Servers servers, Duration lease)
            throws InterruptedException {
        Map<String, Map<String, String>> settings = new LinkedHashMap<>();
        locks.forEach(lock ->
                settings.put(lock.name(), LockIds.withLease(lock.settings().of(0, servers), lease)));
        Object[] open = Stream.concat(Stream.of("open"), locks.stream().map(Subject::name))
                .toArray();
        try (SettingsFile file = SettingsFile.write(settings);
                ChildJvm holder = new ChildJvm("the holder", LockChild.class, file);
                ChildJvm waiter = new ChildJvm("the waiter", LockChild.class, file)) {
            holder.ready();
            waiter.ready();
            holder.tell(open);
            waiter.tell(open);
            holder.await("opened", PATIENCE);
            waiter.await("opened", PATIENCE);
            holder.tell("hold");
            holder.await("held", PATIENCE);
            waiter.tell("wait");
            waiter.await("waits", PATIENCE);
            holder.tell("leases");
            Map<String, Long> leases = times(holder.await("leases", PATIENCE));
            holder.kill();
            // One clock for all processes of a host, read after it has ended.
            long killed = System.nanoTime();
            waiter.tell("granted", lease.plus(PATIENCE.dividedBy(3)).toMillis());
            Map<String, Long> granted = times(waiter.await("granted", lease.plus(PATIENCE)));
            Map<String, HandOver> found = new LinkedHashMap<>();
            leases.forEach((name, leaseEnd) -> found.put(name, HandOver.of(leaseEnd, killed, granted.get(name))));
            return found;
        }
    }

    private static Map<String, Long> times(List<String> words) {
        Map<String, Long> times = new LinkedHashMap<>();
        for (int i = 0; i + 1 < words.size(); i += 2) {
            times.put(words.get(i), Long.valueOf(words.get(i + 1)));
        }
        return times;
    }
}
