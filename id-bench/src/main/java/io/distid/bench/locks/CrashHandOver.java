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
        List<String> names = locks.stream().map(Subject::name).toList();
        try (SettingsFile file = SettingsFile.write(settings);
                ChildJvm holder = new ChildJvm("the holder", LockChild.class, file);
                ChildJvm waiter = new ChildJvm("the waiter", LockChild.class, file)) {
            holder.ready();
            waiter.ready();
            holder.begin((LockChild child) -> child.open(names));
            waiter.order((LockChild child) -> child.open(names), PATIENCE);
            holder.result(PATIENCE);
            holder.order(LockChild::hold, PATIENCE);
            waiter.order(LockChild::await, PATIENCE);
            Map<String, Long> leases = holder.run(LockChild::leases, PATIENCE);
            // One clock for all processes of a host, read first: PostgreSQL frees a lock before this process learns of
            // the holder's end.
            long killed = System.nanoTime();
            holder.kill();
            Duration longest = lease.plus(PATIENCE.dividedBy(3));
            Map<String, Long> granted = waiter.run((LockChild child) -> child.granted(longest), lease.plus(PATIENCE));
            Map<String, HandOver> found = new LinkedHashMap<>();
            leases.forEach((name, leaseEnd) -> found.put(name, HandOver.of(leaseEnd, killed, granted.get(name))));
            return found;
        }
    }
}
