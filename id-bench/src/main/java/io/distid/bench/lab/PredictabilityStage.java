package io.distid.bench.lab;

import io.distid.IdGenerator;
import io.distid.bench.jvm.DaemonThreads;
import io.distid.bench.predictability.Observer;
import io.distid.bench.report.Units;
import io.distid.bench.results.Kind;
import io.distid.bench.results.Predictability;
import io.distid.bench.subject.Subject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Watches ids as an observer does. Single ids leave the machine idle, so several subjects are watched side by side.
 * Only one subject at a time issues ids at full speed.
 */
final class PredictabilityStage implements Stage {
    private static final int SIDE_BY_SIDE = 8;
    private static final Duration FLAT_OUT = Duration.ofMillis(100);
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Override
    public String title() {
        return "guessing";
    }

    @Override
    public Duration estimate(StageContext run) {
        int subjects = run.subjects().size();
        return watching(run)
                .plusMillis(200)
                .multipliedBy((subjects + SIDE_BY_SIDE - 1) / SIDE_BY_SIDE)
                .plus(FLAT_OUT.multipliedBy(subjects));
    }

    @Override
    public void measure(StageContext run) throws InterruptedException {
        List<Subject> subjects = run.remaining();
        for (int from = 0; from < subjects.size(); from += SIDE_BY_SIDE) {
            measure(subjects.subList(from, Math.min(subjects.size(), from + SIDE_BY_SIDE)), run);
        }
    }

    private static void measure(List<Subject> group, StageContext run) throws InterruptedException {
        ExecutorService threads =
                Executors.newFixedThreadPool(group.size(), DaemonThreads.named("distid-bench-observer"));
        List<IdGenerator> opened = new CopyOnWriteArrayList<>();
        List<Callable<Supplier<Predictability>>> watches = new ArrayList<>();
        try {
            for (Subject subject : group) {
                // A process has each worker id once.
                watches.add(watch(subject, 2 * watches.size(), run, opened));
            }
            run.progress().step("watching " + group.size() + " subjects", watching(run));
            long patience = watching(run).plus(PATIENCE).toMillis();
            List<Future<Supplier<Predictability>>> ends = threads.invokeAll(watches, patience, TimeUnit.MILLISECONDS);
            run.progress().done(run.profile().watched() + " ids each");
            for (int i = 0; i < group.size(); i++) {
                Future<Supplier<Predictability>> end = ends.get(i);
                String name = group.get(i).name();
                run.attempt(group.get(i), "guessing ids of " + name, FLAT_OUT, () -> {
                    Predictability learned = watched(end).get();
                    run.collector.measured(name, Kind.PREDICTABILITY, learned);
                    return Units.ratio(learned.guessed()) + " guessed, flat out "
                            + Units.ratio(learned.guessedFlatOut());
                });
            }
        } finally {
            threads.shutdownNow();
            opened.forEach(IdCheckStage::closeQuietly);
        }
    }

    /**
     * Watches one node of a subject, and returns what learns from it. Only the measurement of volume needs the second
     * node. The settings are read here, since the servers are for one thread.
     */
    private static Callable<Supplier<Predictability>> watch(
            Subject subject, int node, StageContext run, List<IdGenerator> opened) {
        int ids = run.profile().watched();
        try {
            Map<String, String> ofFirst = subject.settings().of(node, run.servers());
            Map<String, String> ofSecond = subject.settings().of(node + 1, run.servers());
            return () -> {
                IdGenerator first = subject.opening().open(ofFirst);
                opened.add(first);
                IdGenerator second = subject.opening().open(ofSecond);
                opened.add(second);
                Observer observer = new Observer(first, subject.time());
                observer.watch(ids);
                return () -> observer.learn(second);
            };
        } catch (RuntimeException e) {
            return () -> {
                throw e;
            };
        }
    }

    private static <T> T watched(Future<T> end) throws InterruptedException {
        try {
            return end.get();
        } catch (CancellationException e) {
            throw new IllegalStateException("a call for an id did not return within " + PATIENCE.toSeconds() + " s", e);
        } catch (ExecutionException e) {
            throw new RuntimeException(e.getCause());
        }
    }

    private static Duration watching(StageContext run) {
        return Observer.MEAN_GAP.multipliedBy(run.profile().watched());
    }
}
