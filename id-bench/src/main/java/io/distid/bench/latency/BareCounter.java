package io.distid.bench.latency;

import io.distid.IdTraits;
import io.distid.LongIdGenerator;
import io.distid.Ordering;
import java.util.concurrent.atomic.AtomicLong;

/** The cheapest possible id, as a reference: its calls cost only the machine's and the timer's time. */
final class BareCounter implements LongIdGenerator {
    private static final IdTraits TRAITS =
            IdTraits.builder(LatencyChild.BARE).ordering(Ordering.PER_GENERATOR).build();

    private final AtomicLong counter = new AtomicLong(1);

    @Override
    public long nextId() {
        return counter.getAndIncrement();
    }

    @Override
    public IdTraits traits() {
        return TRAITS;
    }

    @Override
    public void close() {}
}
