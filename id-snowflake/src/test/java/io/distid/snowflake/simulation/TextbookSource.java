package io.distid.snowflake.simulation;

import io.distid.ClockBehindException;
import io.distid.IdsExhaustedException;
import io.distid.snowflake.SnowflakeLayout;
import io.distid.snowflake.simulation.SlotStore.Grant;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The rule that textbooks print, on a worker id that is the node's own for ever: it remembers its last tick, and refuses to go
 * back behind it, for as long as it lives. A negative control.
 */
class TextbookSource implements Source {
    final Life life;
    private final SnowflakeLayout layout;
    private long lastTick = -1;
    private long sequence;

    TextbookSource(Life life) {
        this.life = life;
        this.layout = life.world.plan.layout();
    }

    @Override
    public final long next() {
        long tick = tick();
        if (tick < lastTick) {
            tick = behind(tick, lastTick);
        }
        long next = tick == lastTick ? sequence + 1 & (1L << layout.sequenceBits()) - 1 : firstSequence();
        for (int waits = 0; tick == lastTick && next == 0 || tick < lastTick; waits++) {
            if (waits == 50) {
                // Textbooks spin for ever, which a simulation cannot.
                throw clockBehind(tick, lastTick);
            }
            life.park(World.MILLI);
            tick = tick();
        }
        sequence = next;
        lastTick = tick;
        long mask = (1L << layout.workerBits()) - 1;
        Instant time = layout.epoch().plus(layout.tick().multipliedBy(tick));
        return layout.compose(time, life.node >>> layout.workerBits(), life.node & mask, sequence);
    }

    @Override
    public final void next(long[] ids) {
        for (int i = 0; i < ids.length; i++) {
            ids[i] = next();
        }
    }

    @Override
    public final boolean lost() {
        return false;
    }

    @Override
    public final @Nullable Grant grant() {
        return null;
    }

    @Override
    public void close() {
        // Nothing is remembered.
    }

    final long tick() {
        long now = life.millis();
        if (now < layout.epoch().toEpochMilli() || now >= life.world.plan.formatEndsMillis()) {
            throw new IdsExhaustedException("the format has no ids for " + now);
        }
        return (now - layout.epoch().toEpochMilli()) / layout.tick().toMillis();
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
