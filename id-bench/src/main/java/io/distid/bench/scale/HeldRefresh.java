package io.distid.bench.scale;

import io.distid.spi.Segment;
import io.distid.spi.SegmentStore;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A store whose tags are listed only when that is wanted, so that a refresh falls into no other measurement, and that counts who asks for a step
 * by name. Safe for use by any number of threads.
 */
final class HeldRefresh implements SegmentStore {
    private final SegmentStore store;
    private final Semaphore wanted = new Semaphore(0);
    private final Semaphore done = new Semaphore(0);
    private final AtomicLong stepsByName = new AtomicLong();
    private final AtomicLong nanos = new AtomicLong();

    HeldRefresh(SegmentStore store) {
        this.store = store;
    }

    /** Lets one refresh through, and waits until the store has answered it: how long that took, in nanoseconds. */
    long refresh() throws InterruptedException {
        nanos.set(0);
        wanted.release();
        done.acquire();
        return nanos.get();
    }

    /** How often a step was asked for by the name of its tag. */
    long stepsByName() {
        return stepsByName.get();
    }

    @Override
    public Segment claim(String tag, long size) {
        return store.claim(tag, size);
    }

    @Override
    public long step(String tag) {
        stepsByName.incrementAndGet();
        return store.step(tag);
    }

    @Override
    public Set<String> tags() {
        return store.tags();
    }

    @Override
    public Map<String, Long> steps() {
        wanted.acquireUninterruptibly();
        long start = System.nanoTime();
        try {
            return store.steps();
        } finally {
            nanos.addAndGet(System.nanoTime() - start);
            done.release();
        }
    }

    @Override
    public boolean giveBack(String tag, Segment unused) {
        return false;
    }

    /** Lets all refreshes through from now on, so that the thread that waits can end. */
    void letGo() {
        wanted.release(Integer.MAX_VALUE / 2);
    }

    @Override
    public void close() {
        store.close();
    }
}
