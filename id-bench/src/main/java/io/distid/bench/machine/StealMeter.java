package io.distid.bench.machine;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Measures the share of this machine's CPU time that the host took during a measurement. Not safe for use by several
 * threads.
 */
public final class StealMeter {
    private final Supplier<@Nullable CpuTime> source;
    private @Nullable CpuTime before;

    /** Reads this machine. */
    public StealMeter() {
        this(CpuTime::read);
    }

    /** Takes given readings. */
    public StealMeter(Supplier<@Nullable CpuTime> source) {
        this.source = source;
    }

    /** A measurement begins. */
    public void begin() {
        before = source.get();
    }

    /** The time since the start; null if unknown. The measurement goes on. */
    public @Nullable CpuTime spent() {
        CpuTime now = source.get();
        return before == null || now == null ? null : now.since(before);
    }
}
