package io.distid.bench.lab;

import io.distid.IdGenerator;
import io.distid.bench.predictability.Observer;
import io.distid.bench.report.Units;
import io.distid.bench.results.Kind;
import io.distid.bench.results.Predictability;
import io.distid.bench.subject.Subject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

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
        ExecutorService threads = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "distid-bench-observer");
            thread.setDaemon(true);
            return thread;
        });
        try {
            for (int from = 0; from < subjects.size(); from += SIDE_BY_SIDE) {
                List<Subject> group = subjects.subList(from, Math.min(subjects.size(), from + SIDE_BY_SIDE));
                measure(group, run, threads);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    /** One subject's two nodes. Only the measurement of volume needs the second node. */
    private static final class Watch {
        private final Subject subject;
        private final List<IdGenerator> nodes = new ArrayList<>();
        private Observer observer;
        private boolean closed;

        Watch(Subject subject) {
            this.subject = subject;
        }

        Void run(Map<String, String> first, Map<String, String> second, int ids) throws InterruptedException {
            open(first);
            open(second);
            observer = new Observer(nodes.get(0), subject.time());
            observer.watch(ids);
            return null;
        }

        private void open(Map<String, String> settings) {
            IdGenerator node = subject.opening().open(settings);
            synchronized (this) {
                if (!closed) {
                    nodes.add(node);
                    return;
                }
            }
            CheckStage.closeQuietly(node);
            throw new IllegalStateException("was opened too late");
        }

        Predictability learn() {
            return observer.learn(nodes.get(1));
        }

        synchronized void close() {
            closed = true;
            nodes.forEach(CheckStage::closeQuietly);
        }
    }

    private void measure(List<Subject> group, StageContext run, ExecutorService threads) throws InterruptedException {
        List<Watch> watches = new ArrayList<>();
        List<Future<?>> loops = new ArrayList<>();
        try {
            int node = 0;
            for (Subject subject : group) {
                Watch watch = new Watch(subject);
                watches.add(watch);
                int number = node;
                // Opened here: the servers are for one thread, and a process has each worker id once.
                node += 2;
                loops.add(begin(watch, number, run, threads));
            }
            run.progress().step("watching " + group.size() + " subjects", watching(run));
            for (Future<?> end : loops) {
                awaitEnd(end, watching(run).plus(PATIENCE));
            }
            run.progress().done(run.profile().watched() + " ids each");
            for (int i = 0; i < group.size(); i++) {
                Future<?> end = loops.get(i);
                Watch watch = watches.get(i);
                String name = group.get(i).name();
                run.attempt(group.get(i), "guessing ids of " + name, FLAT_OUT, () -> {
                    requireEnd(end);
                    Predictability learned = watch.learn();
                    run.collector().measured(name, Kind.PREDICTABILITY, learned);
                    return Units.ratio(learned.guessed()) + " guessed, flat out "
                            + Units.ratio(learned.guessedFlatOut());
                });
            }
        } finally {
            loops.forEach(end -> end.cancel(true));
            watches.forEach(Watch::close);
        }
    }

    private static Future<?> begin(Watch watch, int node, StageContext run, ExecutorService threads) {
        try {
            Map<String, String> first = watch.subject.settings().of(node, run.servers());
            Map<String, String> second = watch.subject.settings().of(node + 1, run.servers());
            return threads.submit(() -> watch.run(first, second, run.profile().watched()));
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private static void awaitEnd(Future<?> end, Duration patience) throws InterruptedException {
        try {
            end.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            // Reported when it is this subject's turn.
        }
    }

    private static void requireEnd(Future<?> end) throws InterruptedException {
        try {
            if (!end.isDone()) {
                throw new IllegalStateException(
                        "a call for an id did not return within " + PATIENCE.toSeconds() + " s");
            }
            end.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            if (e.getCause() instanceof Error cause) {
                throw cause;
            }
            throw new IllegalStateException(String.valueOf(e.getCause()), e);
        }
    }

    private static Duration watching(StageContext run) {
        return Observer.MEAN_GAP.multipliedBy(run.profile().watched());
    }
}
