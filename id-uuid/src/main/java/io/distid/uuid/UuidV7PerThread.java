package io.distid.uuid;

import io.distid.IdStats;
import io.distid.IdTraits;
import io.distid.Ordering;
import io.distid.UuidGenerator;
import io.distid.thread.PerThread;
import io.distid.thread.Stripes;
import io.distid.thread.VirtualThreads;
import io.distid.time.TickSequencer;
import java.util.UUID;

/**
 * Version 7 with a counter for each thread: threads share no word, and so do not slow each other down. Towards one another they
 * are like generators of their own: their ids sort by time, and differ by their random bits. Virtual threads share a few counters, each
 * thread always the same one.
 */
final class UuidV7PerThread implements UuidGenerator {
    private static final IdTraits TRAITS = UuidV7.traits(Ordering.PER_THREAD);

    private final UuidClock clock;
    private final ThreadRandom random = ThreadRandom.open();
    private final PerThread<Series> own = new PerThread<>(this::series);
    private final Stripes<Series> shared = new Stripes<>(this::series);
    private volatile boolean closed;

    /** The ids of one platform thread, or of the virtual threads that share a stripe. */
    private record Series(TickSequencer sequencer, RandomWords words) {}

    UuidV7PerThread(UuidClock clock) {
        this.clock = clock;
    }

    @Override
    public UUID nextUuid() {
        Series mine = mine();
        long state = mine.sequencer.next();
        return new UUID(UuidV7.high(state), UuidV7.low(state, mine.words.next()));
    }

    @Override
    public void nextUuids(long[] halves, int from, int to) {
        UuidGenerator.requirePairs(halves, from, to);
        Series mine = mine();
        UuidV7.fill(mine.sequencer, mine.words, halves, from, to);
    }

    @Override
    public IdStats stats() {
        return IdStats.builder().closed(closed).build();
    }

    @Override
    public IdTraits traits() {
        return TRAITS;
    }

    @Override
    public void close() {
        closed = true;
        clock.close();
    }

    private Series mine() {
        if (closed) {
            throw new IllegalStateException("the generator is closed");
        }
        Thread thread = Thread.currentThread();
        return VirtualThreads.isVirtual(thread) ? shared.of(thread) : own.get();
    }

    private Series series() {
        RandomWords words = random.words();
        return new Series(UuidV7.sequencer(clock, words::fresh), words);
    }
}
