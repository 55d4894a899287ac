package io.distid.bench.lab;

import io.distid.Ordering;
import io.distid.bench.jvm.FailureReason;
import io.distid.bench.locks.CrashHandOver;
import io.distid.bench.locks.HandOver;
import io.distid.bench.locks.LocksPlan;
import io.distid.bench.nodes.NodesCheck;
import io.distid.bench.nodes.NodesPlan;
import io.distid.bench.results.LockLine;
import io.distid.bench.results.Row;
import io.distid.bench.subject.Servers;
import io.distid.bench.subject.Subject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Measures each lock. One thread takes and releases it without a rival; threads of several processes compete for it;
 * its holder crashes. The fences of all grants are compared as ids are. For use by one thread.
 */
final class LocksStage extends CallRateStage<LockLine> {
    /** On a busy machine a holder may lose its locks before the crash, or a process may not answer. */
    private static final int CRASHES = 3;

    private final Crash crash;

    /** Crashes the holder of some locks; {@link CrashHandOver#measure}. */
    interface Crash {
        /** Returns how each lock passed to the other process, by the lock's name. */
        Map<String, HandOver> measure(List<Subject> locks, Servers servers, Duration lease) throws InterruptedException;
    }

    LocksStage(List<Subject> locks) {
        this(locks, CrashHandOver::measure);
    }

    LocksStage(List<Subject> locks, Crash crash) {
        super("locks", "locking", locks, collector -> collector.locks);
        this.crash = crash;
    }

    @Override
    public Duration estimate(StageContext run) {
        Duration rates = super.estimate(run);
        return rates.isZero() ? rates : rates.plus(run.profile().locks().estimateOfCrash());
    }

    @Override
    public void measure(StageContext run) throws InterruptedException {
        super.measure(run);
        LocksPlan plan = run.profile().locks();
        if (!plan.lease().isZero() && !remaining(run).isEmpty()) {
            crash(run, plan);
        }
    }

    @Override
    LockLine line(Subject subject, @Nullable String server, Profile profile) {
        NodesPlan all = profile.locks().contended();
        return new LockLine(
                subject.name(),
                subject.origin(),
                server,
                Row.Status.measured,
                null,
                null,
                null,
                all.processes(),
                all.threads(),
                null,
                profile.locks().lease().toMillis(),
                null);
    }

    @Override
    LockLine alone(LockLine line, NodesCheck check) {
        return line.withAlone(check.result().idsPerSecond(), check.claimed() == Ordering.GLOBAL);
    }

    @Override
    LockLine together(LockLine line, NodesCheck check) {
        return line.withContended(check.result().idsPerSecond());
    }

    /** Measures all locks at a time, but in the last attempt each alone: a lock that fails or hangs ends the measurement of the others. */
    void crash(StageContext run, LocksPlan plan) throws InterruptedException {
        List<Subject> held = remaining(run);
        int before = held.size();
        run.progress().step("killing the holder of " + before + " locks", plan.estimateOfCrash());
        for (int attempt = 1; attempt <= CRASHES && !held.isEmpty(); attempt++) {
            boolean last = attempt == CRASHES;
            List<Subject> left = new ArrayList<>();
            for (List<Subject> some : last ? held.stream().map(List::of).toList() : List.of(held)) {
                try {
                    left.addAll(settle(some, run, crash.measure(some, run.servers(), plan.lease())));
                } catch (RuntimeException e) {
                    if (last) {
                        fail(some.get(0), run, "not measured after a crash: " + FailureReason.of(e));
                    } else {
                        left.addAll(some);
                    }
                }
            }
            held = left;
        }
        held.forEach(lock ->
                fail(lock, run, "its holder lost it before it was killed, at each of " + CRASHES + " attempts"));
        int failed = before - remaining(run).size();
        run.progress().done(failed == 0 ? "granted to another" : failed + " failed");
    }

    /** Records the results, and returns the locks without one: their holder got no core for the length of its lease. */
    private List<Subject> settle(List<Subject> held, StageContext run, Map<String, HandOver> found) {
        held.forEach(lock -> {
            HandOver handOver = found.get(lock.name());
            switch (handOver.kind()) {
                case AFTER_LEASE -> lines(run).put(lines(run).get(lock.name()).withAfterCrash(handOver.millis()));
                case BEFORE_LEASE_ENDED ->
                    fail(
                            lock,
                            run,
                            String.format(
                                    "granted to another process %.0f ms before the lease of its holder was over",
                                    handOver.millis()));
                case NOT_IN_TIME ->
                    fail(lock, run, "not granted within 30 s after the end of the lease of a holder that crashed");
                case LOST_ALIVE -> {}
            }
        });
        return held.stream()
                .filter(lock -> found.get(lock.name()).kind() == HandOver.Kind.LOST_ALIVE)
                .toList();
    }
}
