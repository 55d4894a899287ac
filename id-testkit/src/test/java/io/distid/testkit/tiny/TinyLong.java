package io.distid.testkit.tiny;

import io.distid.BackendException;
import io.distid.Coordination;
import io.distid.IdStats;
import io.distid.IdTraits;
import io.distid.InterruptedIdException;
import io.distid.LongIdGenerator;
import io.distid.Ordering;
import io.distid.Safety;
import io.distid.testkit.tiny.TinyLongProvider.Defect;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/** Counts, and errs where it is told to. */
final class TinyLong implements LongIdGenerator {
    private static final int ERRS_EACH = 97;

    private final AtomicLong counter;
    private final Defect defect;
    private final String shown;
    private final int node;
    private final AtomicLong calls = new AtomicLong();
    private volatile boolean closed;

    TinyLong(AtomicLong counter, Defect defect, String shown, int node) {
        this.counter = counter;
        this.defect = defect;
        this.shown = shown;
        this.node = node;
    }

    @Override
    public long nextId() {
        requireOpen();
        boolean errs = calls.incrementAndGet() % ERRS_EACH == 0;
        switch (defect) {
            case REPEATS -> {
                return errs ? counter.get() : counter.incrementAndGet();
            }
            case FALLS_BEHIND -> {
                // Still unique: the same numbers, two by two in the wrong order.
                long id = counter.incrementAndGet();
                return id % 2 == 0 ? id - 1 : id + 1;
            }
            case RETURNS_ZERO -> {
                return errs ? 0 : counter.incrementAndGet();
            }
            case FALSE_TIME -> {
                return counter.incrementAndGet() + (63L - node << 40);
            }
            default -> {
                return counter.incrementAndGet();
            }
        }
    }

    @Override
    public void nextIds(long[] ids, int from, int to) {
        if (defect == Defect.ACCEPTS_BAD_RANGE && (from < 0 || to > ids.length)) {
            return;
        }
        Objects.checkFromToIndex(from, to, ids.length);
        requireOpen();
        long first = defect == Defect.FALSE_TIME ? nextId() : counter.getAndAdd(to - from) + 1;
        for (int i = from; i < to; i++) {
            ids[i] = first + i - from;
        }
        if (defect == Defect.REPEATS_IN_BATCH && to - from > 1) {
            ids[to - 1] = ids[from];
        }
        if (defect == Defect.NEGATIVE_BATCH && to > from) {
            ids[from] = -ids[from];
        }
        if (defect == Defect.WRITES_OUTSIDE && to < ids.length) {
            ids[to] = 1;
        }
    }

    @Override
    public String nextText() {
        if (defect == Defect.TEXT_REPEATS) {
            long id = nextId();
            return Long.toString(id % 2 == 0 ? id - 1 : id);
        }
        return defect == Defect.TEXT_IS_HEX ? "0" + nextId() : LongIdGenerator.super.nextText();
    }

    @Override
    public IdTraits traits() {
        boolean time = defect == Defect.FALSE_TIME;
        return IdTraits.builder(defect == Defect.WRONG_NAME ? "tiny" : "tiny-long")
                .ordering(time ? Ordering.PER_THREAD : Ordering.GLOBAL)
                .timeSorted(time)
                .coordination(Coordination.PER_BATCH)
                .safety(Safety.STORED)
                .build();
    }

    @Override
    public IdStats stats() {
        return IdStats.builder().closed(closed && defect != Defect.SEEMS_OPEN).build();
    }

    @Override
    public void close() {
        if (closed && defect == Defect.CLOSES_ONCE) {
            throw new BackendException("closed twice");
        }
        closed = defect != Defect.CLOSE_ENDS_NO_DRAW;
    }

    @Override
    public String toString() {
        return shown;
    }

    private void requireOpen() {
        if (closed && defect == Defect.WRONG_ERROR_AFTER_CLOSE) {
            throw new BackendException("closed");
        }
        if (closed && defect != Defect.OPEN_AFTER_CLOSE) {
            throw new IllegalStateException("tiny-long is closed");
        }
        if (defect == Defect.SWALLOWS_INTERRUPT && Thread.interrupted()) {
            throw new InterruptedIdException("interrupted");
        }
        if (defect == Defect.HANGS_WHEN_INTERRUPTED && Thread.interrupted()) {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
