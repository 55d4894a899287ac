package io.distid.snowflake.simulation;

import io.distid.ClockBehindException;
import io.distid.IdsExhaustedException;
import io.distid.testkit.simulation.IdFormat;
import io.distid.testkit.simulation.IdSource;
import io.distid.testkit.simulation.SimulatedProcess;
import io.distid.testkit.simulation.SimulatedWorkerIds;
import io.distid.testkit.simulation.World;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The rule that textbooks print, on a worker id that is the node's own for ever: it remembers its last tick, and refuses to go
 * back behind it, for as long as it lives. A negative control.
 */
class TextbookSource implements IdSource {
    final SimulatedProcess process;
    private final IdFormat format;
    private long lastTick = -1;
    private long sequence;

    TextbookSource(SimulatedProcess process) {
        this.process = process;
        this.format = process.format();
    }

    @Override
    public final long next() {
        long tick = tick();
        if (tick < lastTick) {
            tick = behind(tick, lastTick);
        }
        long next = tick == lastTick ? sequence + 1 & (1L << format.sequenceBits()) - 1 : firstSequence();
        for (int waits = 0; tick == lastTick && next == 0 || tick < lastTick; waits++) {
            if (waits == 50) {
                // Textbooks spin for ever, which a simulation cannot.
                throw clockBehind(tick, lastTick);
            }
            process.park(World.MILLI);
            tick = tick();
        }
        sequence = next;
        lastTick = tick;
        return format.compose(process.node(), tick << format.sequenceBits() | sequence);
    }

    @Override
    public final void next(long[] ids) {
        for (int i = 0; i < ids.length; i++) {
            ids[i] = next();
        }
    }

    @Override
    public final @Nullable SimulatedWorkerIds workers() {
        return null;
    }

    @Override
    public void close() {
        // Nothing is remembered.
    }

    final long tick() {
        long now = process.millis();
        if (now < format.epochMillis() || now >= format.endMillis()) {
            throw new IdsExhaustedException("the format has no ids for " + now);
        }
        return (now - format.epochMillis()) / format.tickMillis();
    }

    long firstSequence() {
        return 0;
    }

    /** The clock was set back: a tick to go on with, or an error. */
    long behind(long tick, long last) {
        throw clockBehind(tick, last);
    }

    static ClockBehindException clockBehind(long now, long last) {
        return new ClockBehindException(
                Instant.ofEpochMilli(last), Instant.ofEpochMilli(now), Duration.ZERO, Duration.ZERO);
    }
}
