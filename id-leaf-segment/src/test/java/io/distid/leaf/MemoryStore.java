package io.distid.leaf;

import io.distid.ConfigException;
import io.distid.IdsExhaustedException;
import io.distid.spi.Segment;
import io.distid.spi.SegmentStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A segment store whose answers a test holds back, refuses and counts. */
final class MemoryStore implements SegmentStore {
    /** A tag's row. */
    private record Row(long maxId, long step) {}

    private final Map<String, Row> rows = new ConcurrentHashMap<>();
    private final List<Segment> claims = new ArrayList<>();
    private final Set<Thread> callers = ConcurrentHashMap.newKeySet();
    private final AtomicInteger stepsByName = new AtomicInteger();
    private final AtomicInteger lists = new AtomicInteger();
    private final AtomicInteger underWay = new AtomicInteger();
    private final AtomicInteger mostUnderWay = new AtomicInteger();
    private final AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();
    private final AtomicReference<@Nullable RuntimeException> backFailure = new AtomicReference<>();
    private volatile Runnable whenGivenBack = () -> {};
    private volatile @Nullable Semaphore gate;
    private volatile boolean closed;

    /** Sets a tag's row, as an operator would by hand. */
    MemoryStore put(String tag, long maxId, long step) {
        rows.put(tag, new Row(maxId, step));
        return this;
    }

    void remove(String tag) {
        rows.remove(tag);
    }

    long maxId(String tag) {
        return rows.get(tag).maxId();
    }

    /** From now on each claim throws this; null for none. */
    void failWith(@Nullable RuntimeException error) {
        failure.set(error);
    }

    /** From now on nothing can be given back. */
    void refuseGivingBack(RuntimeException error) {
        backFailure.set(error);
    }

    /** From now on each range that is given back is followed by this, before the answer. */
    void whenGivenBack(Runnable then) {
        whenGivenBack = then;
    }

    /** From now on each claim takes a permit of the semaphore, which it returns. */
    Semaphore hold() {
        Semaphore held = new Semaphore(0);
        gate = held;
        return held;
    }

    synchronized List<Segment> claims() {
        return List.copyOf(claims);
    }

    /** The threads that claimed. */
    Set<Thread> callers() {
        return Set.copyOf(callers);
    }

    /** The most claims that were ever under way at once. */
    int mostUnderWay() {
        return mostUnderWay.get();
    }

    boolean isClosed() {
        return closed;
    }

    @Override
    public Segment claim(String tag, long size) {
        callers.add(Thread.currentThread());
        mostUnderWay.accumulateAndGet(underWay.incrementAndGet(), Math::max);
        try {
            Semaphore held = gate;
            if (held != null) {
                held.acquireUninterruptibly();
            }
            RuntimeException error = failure.get();
            if (error != null) {
                throw error;
            }
            return grant(tag, size);
        } finally {
            underWay.decrementAndGet();
        }
    }

    private synchronized Segment grant(String tag, long size) {
        Row row = row(tag);
        if (row.maxId() > Long.MAX_VALUE - size) {
            throw new IdsExhaustedException("tag " + tag + " has max_id " + row.maxId() + ": no room for " + size);
        }
        Segment segment = new Segment(row.maxId(), row.maxId() + size);
        rows.put(tag, new Row(segment.end(), row.step()));
        claims.add(segment);
        return segment;
    }

    @Override
    public long step(String tag) {
        stepsByName.incrementAndGet();
        long step = row(tag).step();
        if (step < 1) {
            throw new ConfigException("tag " + tag + " has step " + step + ": must be >= 1");
        }
        return step;
    }

    @Override
    public Set<String> tags() {
        return steps().keySet();
    }

    @Override
    public Map<String, Long> steps() {
        RuntimeException error = failure.get();
        if (error != null) {
            throw error;
        }
        lists.incrementAndGet();
        return rows.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, row -> Math.max(0, row.getValue().step())));
    }

    /** How often a step was asked for by the name of its tag. */
    int stepsByName() {
        return stepsByName.get();
    }

    /** How often all tags were asked for. */
    int lists() {
        return lists.get();
    }

    @Override
    public synchronized boolean giveBack(String tag, Segment unused) {
        RuntimeException error = backFailure.get();
        if (error != null) {
            throw error;
        }
        Row row = row(tag);
        if (row.maxId() != unused.end()) {
            return false;
        }
        rows.put(tag, new Row(unused.start(), row.step()));
        whenGivenBack.run();
        return true;
    }

    private Row row(String tag) {
        Row row = rows.get(tag);
        if (row == null) {
            throw new ConfigException("no tag " + tag);
        }
        return row;
    }

    @Override
    public void close() {
        closed = true;
    }
}
