package io.distid.bench.check;

import io.distid.IdException;
import io.distid.IdGenerator;
import io.distid.LongIdGenerator;
import io.distid.UuidGenerator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** Takes ids from several generators with several threads each, all at once, and keeps every one of them. */
public final class Recorder {
    /** Beyond the time asked for: what a generator may wait for a lock, a store or a clock before it gives up itself. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final int threads;
    private final int idsPerThread;
    private final Duration duration;
    private final AtomicInteger stamps = new AtomicInteger();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final CountDownLatch start = new CountDownLatch(1);
    private volatile boolean stopped;

    /**
     * For one recording.
     *
     * @param threads how many share each generator
     * @param idsPerThread the most ids that each thread takes
     * @param duration the longest that each thread takes ids
     */
    public Recorder(int threads, int idsPerThread, Duration duration) {
        this.threads = threads;
        this.idsPerThread = idsPerThread;
        this.duration = duration;
    }

    /**
     * Takes the ids. The generators stay open.
     *
     * @param generators one for each node, all of one strategy
     * @return every id that was returned
     * @throws IdException as a generator threw it
     * @throws IllegalStateException if a generator failed otherwise, returned an id that is not positive, or did not return
     * @throws InterruptedException if the caller was interrupted; the threads are told to stop
     */
    public Recording record(List<? extends IdGenerator> generators) throws InterruptedException {
        boolean wide = generators.get(0) instanceof UuidGenerator;
        List<Tape> tapes = new ArrayList<>();
        List<Thread> takers = new ArrayList<>();
        for (int g = 0; g < generators.size(); g++) {
            for (int t = 0; t < threads; t++) {
                IdGenerator generator = generators.get(g);
                Tape tape = new Tape(g, t, wide);
                tapes.add(tape);
                Thread taker = new Thread(() -> take(generator, tape), "distid-bench-taker-" + g + "-" + t);
                taker.setDaemon(true);
                taker.start();
                takers.add(taker);
            }
        }
        start.countDown();
        try {
            awaitAll(takers);
        } finally {
            stopped = true;
            takers.forEach(Thread::interrupt);
        }
        rethrow(failure.get());
        return new Recording(wide, generators.size(), threads, stamps.get(), tapes);
    }

    private void awaitAll(List<Thread> takers) throws InterruptedException {
        long deadline = System.nanoTime() + duration.plus(PATIENCE).toNanos();
        for (Thread taker : takers) {
            long left = (deadline - System.nanoTime()) / 1_000_000;
            taker.join(Math.max(1, left));
            if (taker.isAlive()) {
                throw new IllegalStateException(
                        "a call for an id did not return within " + PATIENCE.toSeconds() + " s");
            }
        }
    }

    private void take(IdGenerator generator, Tape tape) {
        try {
            start.await();
            long end = System.nanoTime() + duration.toNanos();
            while (!stopped && tape.size() < idsPerThread && System.nanoTime() - end < 0) {
                if (generator instanceof LongIdGenerator longs) {
                    takeLong(longs, tape);
                } else if (generator instanceof UuidGenerator uuids) {
                    takeUuid(uuids, tape);
                }
            }
        } catch (Throwable e) {
            failure.compareAndSet(null, e);
            stopped = true;
        }
    }

    private void takeLong(LongIdGenerator generator, Tape tape) {
        int began = stamps.getAndIncrement();
        long id = generator.nextId();
        int returned = stamps.getAndIncrement();
        if (id <= 0) {
            throw new IllegalStateException("returned id " + id + ": ids must be positive");
        }
        tape.add(0, id, began, returned);
    }

    private void takeUuid(UuidGenerator generator, Tape tape) {
        int began = stamps.getAndIncrement();
        UUID id = generator.nextUuid();
        int returned = stamps.getAndIncrement();
        tape.add(id.getMostSignificantBits(), id.getLeastSignificantBits(), began, returned);
    }

    private static void rethrow(Throwable thrown) {
        if (thrown instanceof RuntimeException e) {
            throw e;
        }
        if (thrown instanceof Error e) {
            throw e;
        }
        if (thrown != null) {
            throw new IllegalStateException(thrown.toString(), thrown);
        }
    }
}
