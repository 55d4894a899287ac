package io.distid.coordination;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.coordination.LockStore.Answer;
import io.distid.coordination.LockStore.Granted;
import io.distid.coordination.LockStore.Held;
import io.distid.coordination.LockStore.Released;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Locks over models of etcd ({@code true}) and ZooKeeper: many processes, any order of their steps, answers that are lost and requests that are late. */
class CompareAndSetLocksTest {
    private static final int WORLDS = 200;
    private static final int STEPS = 150;
    private static final String LOCK = "lock";
    private static final Duration LEASE = Duration.ofSeconds(10);

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void atMostOneHoldsTheLockAndNumbersGrow(boolean etcd) {
        for (int seed = 0; seed < WORLDS; seed++) {
            assertThat(new World(etcd, seed).run()).as("world %d", seed).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void numbersGrowAlsoWhereTheRecordIsLost(boolean etcd) {
        for (int seed = 0; seed < WORLDS; seed++) {
            World world = new World(etcd, seed);
            world.losesRecords = true;
            assertThat(world.run()).as("world %d", seed).isEmpty();
        }
    }

    /** The control: were it not found that writes compare nothing, nothing would be. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void storeThatComparesNothingIsFound(boolean etcd) {
        List<String> found = new ArrayList<>();
        for (int seed = 0; seed < WORLDS; seed++) {
            World world = new World(etcd, seed);
            world.records.compares = false;
            found.addAll(world.run());
        }
        assertThat(found).anyMatch(each -> each.contains("holds it")).anyMatch(each -> each.contains("number"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void recordThatOthersChangeEachTimeIsAnErrorThatSaysSo(boolean etcd) {
        ModelLockRecords records = new ModelLockRecords(etcd, new Random(1));
        CompareAndSetLocks locks = new CompareAndSetLocks(records);
        long fence = granted(locks, "mine");
        records.beforeWrite = () -> {
            Runnable again = records.beforeWrite;
            records.beforeWrite = () -> {};
            assertThat(locks.take(LOCK, "mine", List.of("mine"), "mine", LEASE)).isInstanceOf(Granted.class);
            records.beforeWrite = again;
        };
        assertThatThrownBy(() -> locks.release(LOCK, 0, List.of("mine")))
                .isInstanceOf(BackendException.class)
                .hasMessageContaining("lock " + LOCK + " of a model")
                .hasMessageContaining("changed by others");
        assertThat(locks.release(LOCK, fence, List.of("mine"))).isEqualTo(Released.LOST);
    }

    /** The answer to the first grant was lost, and it is asked for again: whoever freed the lock before still learns that it did. */
    @Test
    void releaseIsKnownThoughTheNextGrantWasMadeTwice() {
        CompareAndSetLocks locks = new CompareAndSetLocks(new ModelLockRecords(true, new Random(1)));
        long first = granted(locks, "first");
        assertThat(locks.release(LOCK, first, List.of("first"))).isEqualTo(Released.FREED);
        granted(locks, "next");
        granted(locks, "next");
        assertThat(locks.release(LOCK, first, List.of("first"))).isEqualTo(Released.FREED);
    }

    @Test
    void clockThatWasSetBackHoldsTheLockForNoLongerThanItsLease() {
        ModelLockRecords records = new ModelLockRecords(false, new Random(1));
        CompareAndSetLocks locks = new CompareAndSetLocks(records);
        long fence = granted(locks, "mine");
        records.millis -= Duration.ofDays(1).toMillis();
        assertThat(take(locks, "other")).isEqualTo(new Held(LEASE));
        records.millis += LEASE.toMillis();
        assertThat(granted(locks, "other")).isGreaterThan(fence);
    }

    private static Answer take(LockStore locks, String who) {
        return locks.take(LOCK, who, List.of(who), who, LEASE);
    }

    private static long granted(LockStore locks, String who) {
        return ((Granted) take(locks, who)).fence();
    }

    /** Some processes that take, extend and free one lock, each in the midst of the steps of others. */
    private static final class World {
        private final Random random;
        final ModelLockRecords records;
        private final List<Process> processes = new ArrayList<>();
        private final List<String> found = new ArrayList<>();
        boolean losesRecords;
        private long greatest;
        private int tokens;
        private int depth;

        World(boolean etcd, long seed) {
            random = new Random(seed);
            records = new ModelLockRecords(etcd, random);
            for (int i = 0; i < 3; i++) {
                processes.add(new Process("p" + i));
            }
        }

        List<String> run() {
            records.unanswered = random.nextInt(30);
            records.beforeWrite = () -> {
                if (depth < 3 && random.nextInt(3) == 0) {
                    depth++;
                    step();
                    depth--;
                }
            };
            for (int i = 0; i < STEPS; i++) {
                step();
            }
            return found;
        }

        private void step() {
            records.millis += random.nextInt(4) == 0 ? random.nextInt(4_000) : random.nextInt(2);
            if (random.nextInt(8) == 0) {
                records.deliverLate();
            }
            if (losesRecords && random.nextInt(20) == 0) {
                records.lose(LOCK);
            }
            Process process = processes.get(random.nextInt(processes.size()));
            if (!process.busy) {
                process.busy = true;
                try {
                    process.step();
                } catch (BackendException e) {
                    // Whether it was carried out is unknown.
                } finally {
                    process.busy = false;
                }
            }
        }

        private final class Process {
            private final String name;
            private final CompareAndSetLocks locks = new CompareAndSetLocks(records);
            boolean busy;
            private String token = "";
            private long fence;
            /** By the clock of the world; 0 once it does not count on the lock any more. */
            private long holdsUntil;

            Process(String name) {
                this.name = name;
            }

            void step() {
                long asked = records.millis;
                Duration lease = Duration.ofMillis(500 + random.nextInt(8_000));
                if (holdsUntil == 0) {
                    token = name + "-" + tokens++;
                    if (locks.take(LOCK, name, List.of(token), token, lease) instanceof Granted granted) {
                        hold(granted.fence(), asked + lease.toMillis());
                    }
                } else if (random.nextBoolean()) {
                    extend(asked, lease);
                } else {
                    holdsUntil = 0;
                    Released released = locks.release(LOCK, fence, List.of(token));
                    assertThat(released).isNotNull();
                }
            }

            private void extend(long asked, Duration lease) {
                String next = name + "-" + tokens++;
                long until = asked + lease.toMillis();
                holdsUntil = Math.min(holdsUntil, until);
                boolean extended;
                try {
                    extended = locks.extend(LOCK, fence, List.of(token, next), next, lease);
                } catch (BackendException e) {
                    // As a holder that gives up: it does not know by which token the record has it.
                    holdsUntil = 0;
                    throw e;
                }
                token = next;
                holdsUntil = extended && holdsUntil != 0 ? until : 0;
            }

            private void hold(long granted, long until) {
                if (granted <= greatest) {
                    found.add("number " + granted + " after " + greatest);
                }
                greatest = Math.max(greatest, granted);
                for (Process other : processes) {
                    if (other != this && other.holdsUntil > records.millis && !losesRecords) {
                        found.add(name + " is granted it while " + other.name + " holds it");
                    }
                }
                fence = granted;
                holdsUntil = until;
            }
        }
    }
}
