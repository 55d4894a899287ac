package io.distid.testkit.tiny;

import io.distid.Coordination;
import io.distid.IdStats;
import io.distid.IdTraits;
import io.distid.LongIdGenerator;
import io.distid.Ordering;
import io.distid.Safety;
import io.distid.internal.worker.LeasedSequencer;

/** Ticks, a worker id and a sequence. */
record TinySnowflake(LeasedSequencer leased) implements LongIdGenerator {

    @Override
    public long nextId() {
        long state = leased.sequencer().next();
        long sequence = state & (1L << TinySnowflakeProvider.SEQUENCE_BITS) - 1;
        long tick = state >>> TinySnowflakeProvider.SEQUENCE_BITS;
        return tick << 8 + TinySnowflakeProvider.WORKER_BITS + TinySnowflakeProvider.SEQUENCE_BITS
                | (long) leased.lease().workerId() << TinySnowflakeProvider.SEQUENCE_BITS
                | sequence;
    }

    @Override
    public IdTraits traits() {
        return IdTraits.builder("snowflake")
                .ordering(Ordering.PER_GENERATOR)
                .timeSorted(true)
                .coordination(Coordination.AT_START)
                .safety(Safety.STORED)
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
}
