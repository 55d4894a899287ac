package io.distid.bench.results;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads, around a measurement, what the host took of this machine's CPU time meanwhile. Not safe for use by several threads. */
public final class StealMeter {
    private final Supplier<@Nullable CpuTime> source;
    private @Nullable CpuTime before;

    /** On this machine's readings. */
    public StealMeter() {
        this(CpuTime::read);
    }

    /** On given readings; {@code source}: what the machine's CPU time is so far, or null where it cannot be told. */
    public StealMeter(Supplier<@Nullable CpuTime> source) {
        this.source = source;
    }

    /** A measurement begins. */
    public void begin() {
        before = source.get();
    }

    /** The time since it began; it goes on; null where it cannot be told. */
    public @Nullable CpuTime spent() {
        CpuTime now = source.get();
        return before == null || now == null ? null : now.since(before);
    }

    /**
     * Two spans together, of which either may be unknown.
     *
     * @param one a span or null
     * @param other a span or null
     * @return the one that is known, if one is not; null if neither is
     */
    public static @Nullable CpuTime sum(@Nullable CpuTime one, @Nullable CpuTime other) {
        return one == null ? other : other == null ? one : one.plus(other);
    }
}
