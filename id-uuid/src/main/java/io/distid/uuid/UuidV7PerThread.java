package io.distid.uuid;

import io.distid.IdStats;
import io.distid.IdTraits;
import io.distid.Ordering;
import io.distid.UuidGenerator;
import io.distid.internal.process.CopyDetector;
import io.distid.internal.thread.PerThread;
import io.distid.internal.thread.Stripes;
import io.distid.internal.thread.VirtualThreads;
import io.distid.internal.time.TickSequencer;
import java.time.InstantSource;
import java.util.UUID;

/**
 * Version 7 with a counter for each thread: threads share no field, so they do not slow each other down. Each thread is like a generator of its own:
 * ids of two threads sort by time and differ by their random bits. Virtual threads share a few counters, each thread always the same one.
 */
final class UuidV7PerThread implements UuidGenerator {
    private final UuidClock clock;
    private final InstantSource source;
    private final ThreadRandom random;
    private final PerThread<ThreadSeries> series;
    private final CopyDetector copies;
    private final Stripes<Stripe> shared = new Stripes<>(this::stripe);
    private volatile boolean closed;

    /** The ids of the virtual threads that share it. */
    private record Stripe(TickSequencer sequencer, RandomWords words) {
        UUID next() {
            long state = sequencer.next();
            return new UUID(UuidV7.high(state), UuidV7.low(state, words.next()));
        }
    }

    UuidV7PerThread(UuidClock clock, ThreadRandom random) {
        this.clock = clock;
        this.source = clock.source();
        this.random = random;
        this.copies = random.copies();
        this.series = new PerThread<>() {
            @Override
            protected ThreadSeries first() {
                return new ThreadSeries(clock, random.first());
            }
        };
    }

    @Override
    public UUID nextUuid() {
        requireOpen();
        Thread thread = Thread.currentThread();
        if (VirtualThreads.isVirtual(thread)) {
            return shared.of(thread).next();
        }
        long now = source.millis();
        return series.get().nextUuid(now);
    }

    @Override
    public void nextUuids(long[] halves, int from, int to) {
        UuidGenerator.requirePairs(halves, from, to);
        requireOpen();
        int epoch;
        do {
            // As in UuidV7.
            epoch = copies.epoch();
            draw(halves, from, to);
        } while (epoch != copies.epoch());
    }

    private void draw(long[] halves, int from, int to) {
        Thread thread = Thread.currentThread();
        if (VirtualThreads.isVirtual(thread)) {
            Stripe stripe = shared.of(thread);
            UuidV7.fill(stripe.sequencer, stripe.words, halves, from, to);
        } else {
            series.get().nextUuids(halves, from, to);
        }
    }

    @Override
    public IdStats stats() {
        return IdStats.builder().closed(closed).build();
    }

    @Override
    public IdTraits traits() {
        return UuidV7.traits(Ordering.PER_THREAD, random.isFast());
    }

    @Override
    public void close() {
        closed = true;
        clock.close();
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("the generator is closed");
        }
    }

    private Stripe stripe() {
        RandomWords words = random.words();
        return new Stripe(UuidV7.sequencer(clock, words::fresh), words);
    }
}
