package io.distid.bench.solo;

import io.distid.Coordination;
import io.distid.IdTraits;
import io.distid.LongIdGenerator;
import io.distid.Ordering;
import io.distid.Safety;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;

/** The least that an id can be, as a yardstick: what its calls take is what the machine and the timing take. */
final class BareCounter implements LongIdGenerator {
    private static final IdTraits TRAITS = new IdTraits(
            SoloJvm.BARE,
            63,
            Ordering.PER_GENERATOR,
            false,
            Coordination.NONE,
            Safety.CLOCK,
            OptionalLong.empty(),
            null,
            List.of());

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
