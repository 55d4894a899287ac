package io.distid.testkit.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.testkit.Eventually;
import io.distid.testkit.TestJvm;
import io.distid.testkit.fleet.FencedResource.Write;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * The proof of a lock's numbers. Processes write to a resource that checks the numbers. They are killed, and stopped for longer than their
 * lease, while the store is stopped and started.
 *
 * <p>Each granted number must be above all numbers written before its request. A process whose number is stale must not hold the lock by its
 * own clocks. So at most one process holds the lock.
 *
 * <p>A stopped holder goes on where it stopped: it writes, although another process holds the lock by then. Such writes must come, or the
 * test shows nothing. They all carry a number below one that was written before. So the resource, which refuses such numbers, takes no write
 * of a stale holder; without the check it would. The system property {@value #SECONDS} says for how long, by default 5. The test goes on
 * until faults of each kind had their effect.
 *
 * <p>Not safe for use by several threads: a test runs on one.
 */
@Tag("slow")
public abstract class FencedLockFleetContract {
    /** The system property for how long writers are disturbed, in seconds. */
    public static final String SECONDS = "distid.lock.fleet.seconds";

    private static final int PROCESSES = 4;
    private static final int THREADS = 8;
    private static final long LEASE_MILLIS = 300;
    private static final long PAUSE_MILLIS = 600;
    /** A pause after a write, so long that a process stopped in it still holds the lock. */
    private static final long SLOWLY_MILLIS = 25;

    private static final long QUICKLY_MILLIS = 2;
    private static final int LEAST_PAUSES = 3;
    /** The grants of a stretch: a process gets a quarter on average, and must get a fifth of a quarter. */
    private static final int FAIR_GRANTS = 200;

    private static final int MOST_STRETCHES = 10;

    /** For subclasses. */
    protected FencedLockFleetContract() {}

    /**
     * The store under test.
     *
     * @return the name of its provider
     */
    protected abstract String store();

    /**
     * A configuration that works, for several processes of this machine.
     *
     * @return the settings
     */
    protected abstract Map<String, String> config();

    /**
     * How long a holder is stopped: longer than a lease of 300 ms and the store's next grant after it.
     *
     * @return by default 600 ms
     */
    protected Duration pause() {
        return Duration.ofMillis(PAUSE_MILLIS);
    }

    /**
     * Makes the server unreachable.
     *
     * @throws Exception if it cannot be stopped; {@link org.opentest4j.TestAbortedException} if it must not be stopped
     */
    protected abstract void stopServer() throws Exception;

    /**
     * Makes the server reachable again, with its data.
     *
     * @throws Exception if it cannot be started
     */
    protected abstract void startServer() throws Exception;

    @Test
    @ResourceLock(TestJvm.CROWD)
    final void pausedAndKilledHoldersNeverWriteToAResourceThatChecksTheNumber() throws Exception {
        String lock = "fleet-" + UUID.randomUUID();
        Random random = new Random(20_261_122);
        List<TestJvm> children = new ArrayList<>();
        try (FencedResource resource = new FencedResource()) {
            for (int i = 0; i < PROCESSES; i++) {
                children.add(child(lock, resource, SLOWLY_MILLIS));
            }
            awaitWrites(resource, 50);
            long begin = System.nanoTime();
            boolean restarted = false;
            int pauses = 0;
            while (pauses < LEAST_PAUSES
                    || stale(resource.writes()) == 0
                    || System.nanoTime() - begin
                            < Duration.ofSeconds(Long.getLong(SECONDS, 5)).toNanos()) {
                assertThat(Duration.ofNanos(System.nanoTime() - begin))
                        .as("time without a stale write, in %d pauses", pauses)
                        .isLessThan(Duration.ofMinutes(5).plusSeconds(Long.getLong(SECONDS, 5)));
                TestJvm paused = lastWriter(children, resource);
                paused.pause();
                if (!restarted) {
                    stopServer();
                    startServer();
                    restarted = true;
                } else {
                    Thread.sleep(pause().toMillis());
                }
                paused.resume();
                pauses++;
                awaitWrites(resource, resource.writes().size() + 20);
                if (pauses % LEAST_PAUSES == 0) {
                    int killed = random.nextInt(PROCESSES);
                    children.get(killed).kill();
                    children.get(killed).close();
                    children.set(killed, child(lock, resource, SLOWLY_MILLIS));
                    awaitWrites(resource, resource.writes().size() + 20);
                }
            }
            check(resource.writes());
            assertThat(resource.faults()).as("what writers found wrong").isEmpty();
        } finally {
            children.forEach(TestJvm::kill);
            children.forEach(TestJvm::close);
        }
    }

    /** All processes want the lock all the time, without faults. The process that freed the lock last must not get it again and again. */
    @Test
    @ResourceLock(TestJvm.CROWD)
    final void noProcessIsKeptFromALockThatOthersWantAllTheTime() throws Exception {
        String lock = "fleet-" + UUID.randomUUID();
        List<TestJvm> children = new ArrayList<>();
        try (FencedResource resource = new FencedResource()) {
            for (int i = 0; i < PROCESSES; i++) {
                children.add(child(lock, resource, QUICKLY_MILLIS));
            }
            Eventually.await("a write of each process")
                    .until(() -> grants(resource.writes()).size() == PROCESSES);
            int stretches = 0;
            Map<String, Long> grants;
            do {
                // A process that gets no core for seconds misses a stretch; a process that is kept from the lock misses
                // all.
                assertThat(++stretches)
                        .as("stretches of %d grants, in each of which a process had too few", FAIR_GRANTS)
                        .isLessThanOrEqualTo(MOST_STRETCHES);
                int before = resource.writes().size();
                awaitWrites(resource, before + FAIR_GRANTS * FencedLockChild.WRITES);
                List<Write> writes = resource.writes();
                grants = grants(writes.subList(before, writes.size()));
            } while (grants.size() < PROCESSES || Collections.min(grants.values()) < FAIR_GRANTS / PROCESSES / 5);
            assertThat(resource.faults()).as("what writers found wrong").isEmpty();
        } finally {
            children.forEach(TestJvm::kill);
            children.forEach(TestJvm::close);
        }
    }

    /** Counts the grants under which each process wrote. */
    private static Map<String, Long> grants(List<Write> writes) {
        return writes.stream()
                .map(Write::grant)
                .distinct()
                .collect(Collectors.groupingBy(FencedLockFleetContract::process, Collectors.counting()));
    }

    /** Returns the process that most likely holds the lock now; to stop another shows nothing. */
    private static TestJvm lastWriter(List<TestJvm> children, FencedResource resource) {
        int before = resource.writes().size();
        List<Write> writes = Eventually.await("one more write")
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .until(resource::writes, now -> now.size() > before);
        String pid = process(writes.get(writes.size() - 1).grant());
        return children.stream()
                .filter(child -> Long.toString(child.pid()).equals(pid))
                .findFirst()
                .orElse(children.get(0));
    }

    /** The process of a grant. */
    private static String process(String grant) {
        return grant.split("/")[0];
    }

    private TestJvm child(String lock, FencedResource resource, long betweenWrites) {
        TestJvm child = new TestJvm(
                FencedLockChild.class,
                config(),
                store(),
                lock,
                Long.toString(LEASE_MILLIS),
                Integer.toString(resource.port()),
                Integer.toString(THREADS),
                Long.toString(betweenWrites));
        child.await("ready", Eventually.LIMIT);
        child.tell("go");
        return child;
    }

    private static void awaitWrites(FencedResource resource, int count) {
        Eventually.await(count + " writes").until(() -> resource.writes().size() >= count);
    }

    private static long stale(List<Write> writes) {
        return writes.stream().filter(write -> !write.accepted()).count();
    }

    private static void check(List<Write> writes) {
        Map<Long, String> granted = new HashMap<>();
        long last = 0;
        for (Write write : writes) {
            String other = granted.putIfAbsent(write.fence(), write.grant());
            assertThat(other == null || other.equals(write.grant()))
                    .as("number %d was granted to %s and to %s", write.fence(), other, write.grant())
                    .isTrue();
            if (write.accepted()) {
                assertThat(write.fence())
                        .as("number of a write after one with %d", last)
                        .isGreaterThanOrEqualTo(last);
                last = write.fence();
            }
        }
        assertThat(stale(writes))
                .as("writes of stale holders, which a resource that does not check would have taken")
                .isPositive();
        assertThat(granted).as("grants").hasSizeGreaterThan(PROCESSES);
    }
}
