package io.distid.examples.seconds;

import io.distid.Coordination;
import io.distid.IdStats;
import io.distid.IdTraits;
import io.distid.LongIdGenerator;
import io.distid.Ordering;
import io.distid.Safety;
import io.distid.internal.time.TickFormat;
import io.distid.internal.worker.LeasedSequencer;
import io.distid.spi.LayoutReader;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** 32 bits of seconds since 2025, 5 of worker id, 16 of sequence: numbers that JavaScript keeps exact. Within a second, ids of several generators are in no order, so they do not sort by time. Safe for use by any number of threads. */
record Seconds(LeasedSequencer leased) implements LongIdGenerator {
    static final int WORKER_BITS = 5;
    private static final int SEQUENCE_BITS = 16;
    static final TickFormat FORMAT =
            TickFormat.of(Instant.parse("2025-01-01T00:00:00Z"), Duration.ofSeconds(1), 32, SEQUENCE_BITS);

    @Override
    public long nextId() {
        long state = leased.sequencer().next();
        return (FORMAT.tickOf(state) << WORKER_BITS | leased.lease().workerId()) << SEQUENCE_BITS
                | FORMAT.sequenceOf(state);
    }

    @Override
    public IdTraits traits() {
        return traits(leased.lease().isDurable(), leased.notes(false, "a store that all nodes share"));
    }

    static IdTraits traits(boolean durable, List<String> notes) {
        return IdTraits.builder("seconds")
                .bits(53)
                .ordering(Ordering.PER_GENERATOR)
                .coordination(durable ? Coordination.AT_START : Coordination.NONE)
                .safety(durable ? Safety.STORED : Safety.CLOCK)
                .idsPerSecond(FORMAT.statesPerSecond())
                .endOfLife(FORMAT.endOfLife())
                .notes(notes)
                .build();
    }

    @Override
    public IdStats stats() {
        return leased.stats();
    }

    @Override
    public void close() {
        leased.close();
    }

    /** Takes ids apart. */
    static final class Reader implements LayoutReader {
        @Override
        public boolean reads(long high, long low) {
            return low >>> 53 == 0;
        }

        @Override
        public Instant time(long high, long low) {
            return Instant.ofEpochMilli(FORMAT.startOf(low >>> WORKER_BITS + SEQUENCE_BITS));
        }

        @Override
        public List<Field> fields(long high, long low) {
            return List.of(
                    new Field("worker", low >>> SEQUENCE_BITS & (1 << WORKER_BITS) - 1, WORKER_BITS),
                    new Field("sequence", low & (1 << SEQUENCE_BITS) - 1, SEQUENCE_BITS));
        }

        @Override
        public Instant epoch() {
            return FORMAT.epoch();
        }

        @Override
        public int workerIds() {
            return 1 << WORKER_BITS;
        }
    }
}
