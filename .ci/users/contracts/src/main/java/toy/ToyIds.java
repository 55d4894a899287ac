package toy;

import io.distid.Coordination;
import io.distid.IdStats;
import io.distid.IdTraits;
import io.distid.LongIdGenerator;
import io.distid.Ordering;
import io.distid.Safety;
import java.time.InstantSource;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;

/** The milliseconds of a clock and 20 bits of sequence, for one process. Safe for use by any number of threads. */
final class ToyIds implements LongIdGenerator {
    private static final int SEQUENCE_BITS = 20;

    private final AtomicLong last;
    private final InstantSource clock;
    private volatile boolean closed;

    ToyIds(AtomicLong last, InstantSource clock) {
        this.last = last;
        this.clock = clock;
    }

    @Override
    public long nextId() {
        requireOpen();
        long now = clock.millis() << SEQUENCE_BITS;
        return last.updateAndGet(id -> Math.max(id + 1, now));
    }

    @Override
    public void nextIds(long[] ids, int from, int to) {
        Objects.checkFromToIndex(from, to, ids.length);
        requireOpen();
        for (int i = from; i < to; i++) {
            ids[i] = nextId();
        }
    }

    @Override
    public IdTraits traits() {
        return IdTraits.builder("toy")
                .ordering(Ordering.PER_GENERATOR)
                .coordination(Coordination.NONE)
                .safety(Safety.CLOCK)
                .build();
    }

    @Override
    public IdStats stats() {
        return IdStats.builder().closed(closed).build();
    }

    @Override
    public void close() {
        closed = true;
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("toy is closed");
        }
    }
}
