package io.distid.bench.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.bench.locks.HandOver;
import io.distid.bench.locks.LocksPlan;
import io.distid.bench.machine.StealMeter;
import io.distid.bench.progress.Progress;
import io.distid.bench.results.LockLine;
import io.distid.bench.results.Row;
import io.distid.bench.subject.Catalogue;
import io.distid.bench.subject.Servers;
import io.distid.bench.subject.Subject;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What becomes of locks whose crash is not measured; none is taken. */
class LocksStageTest {
    private static final HandOver GRANTED = new HandOver(HandOver.Kind.AFTER_LEASE, 1_500);
    private static final HandOver LOST_ALIVE = new HandOver(HandOver.Kind.LOST_ALIVE, 0);

    private final List<Subject> locks = Catalogue.locks(List.of("lock redis", "redisson RLock"));
    private final ResultCollector collector = new ResultCollector();
    private final List<Integer> measured = new ArrayList<>();

    @Test
    void aLockThatFailsIsFailedAndThoseBesideItAreMeasured() throws InterruptedException {
        crash(some -> {
            if (some.stream().anyMatch(lock -> lock.name().equals("redisson RLock"))) {
                throw new IllegalStateException("the holder did not answer");
            }
            return all(some, GRANTED);
        });

        assertThat(line("lock redis").status()).isEqualTo(Row.Status.measured);
        assertThat(line("lock redis").afterCrash()).isEqualTo(1_500);
        assertThat(line("redisson RLock").status()).isEqualTo(Row.Status.failed);
        assertThat(line("redisson RLock").reason()).isEqualTo("not measured after a crash: the holder did not answer");
        assertThat(line("redisson RLock").afterCrash()).isNull();
        assertThat(measured).containsExactly(2, 2, 1, 1);
    }

    @Test
    void oneFailedAttemptDoesNotFailTheLock() throws InterruptedException {
        crash(some -> {
            if (measured.size() == 1) {
                throw new IllegalStateException("the holder did not answer");
            }
            return all(some, GRANTED);
        });

        assertThat(collector.locks.all())
                .allMatch(lock -> lock.status() == Row.Status.measured && lock.afterCrash() != null);
        assertThat(measured).containsExactly(2, 2);
    }

    @Test
    void aLockThatItsHolderLosesAliveEachTimeIsFailed() throws InterruptedException {
        crash(some -> all(some, LOST_ALIVE));

        assertThat(collector.locks.all())
                .extracting(LockLine::reason)
                .containsOnly("its holder lost it before it was killed, at each of 3 attempts");
        assertThat(measured).containsExactly(2, 2, 1, 1);
    }

    /** What is found of some locks. */
    private interface Found {
        Map<String, HandOver> of(List<Subject> some);
    }

    private void crash(Found found) throws InterruptedException {
        LocksStage stage = new LocksStage(locks, (some, servers, lease) -> {
            measured.add(some.size());
            return found.of(some);
        });
        try (Servers servers = new Servers();
                StageContext run = new StageContext(
                        Profile.TINY,
                        List.of(),
                        servers,
                        collector,
                        new Progress(new PrintWriter(new StringWriter()), false),
                        new StealMeter())) {
            for (Subject lock : locks) {
                collector.locks.put(stage.line(lock, null, Profile.TINY));
            }
            stage.crash(run, LocksPlan.TINY);
        }
    }

    private static Map<String, HandOver> all(List<Subject> some, HandOver handOver) {
        Map<String, HandOver> found = new HashMap<>();
        some.forEach(lock -> found.put(lock.name(), handOver));
        return found;
    }

    private LockLine line(String name) {
        return collector.locks.get(name);
    }
}
