package io.distid.testkit.simulation;

import io.distid.internal.time.TickFormat;
import java.time.Duration;

/**
 * The layout of the ids of a world: {@code tick | worker id | sequence}. Immutable.
 *
 * @param epochMillis tick 0, in epoch ms
 * @param tickMillis the length of a tick in ms
 * @param timeBits the bits of the tick
 * @param workerBits the bits of the worker id
 * @param sequenceBits the bits of the sequence
 */
public record IdFormat(long epochMillis, long tickMillis, int timeBits, int workerBits, int sequenceBits) {

    /**
     * The part that the sequencer counts.
     *
     * @return time and sequence, without the worker id
     */
    public TickFormat ticks() {
        return new TickFormat(epochMillis, tickMillis, timeBits, sequenceBits);
    }

    /**
     * The length of a tick.
     *
     * @return at least 1 ms
     */
    public Duration tick() {
        return Duration.ofMillis(tickMillis);
    }

    /**
     * Composes an id.
     *
     * @param worker the worker id
     * @param state a state of {@link #ticks()}
     * @return at least 0
     */
    public long compose(int worker, long state) {
        long sequence = state & (1L << sequenceBits) - 1;
        return state >>> sequenceBits << workerBits + sequenceBits | (long) worker << sequenceBits | sequence;
    }

    /**
     * Returns the tick of an id.
     *
     * @param id an id of this format
     * @return the tick, counted from the epoch
     */
    public long tickOf(long id) {
        return id >>> workerBits + sequenceBits;
    }

    /**
     * Returns the start of an id's tick.
     *
     * @param id an id of this format
     * @return epoch ms
     */
    public long startOf(long id) {
        return epochMillis + tickOf(id) * tickMillis;
    }

    /**
     * Returns the worker id of an id.
     *
     * @param id an id of this format
     * @return at least 0
     */
    public int workerOf(long id) {
        return (int) (id >>> sequenceBits & (1L << workerBits) - 1);
    }

    /**
     * The moment when the format ends.
     *
     * @return epoch ms
     */
    public long endMillis() {
        return epochMillis + ((1L << timeBits) - 1) * tickMillis;
    }

    /**
     * The format as a text, as a holder of a worker id sends it to the store.
     *
     * @return a text that differs for each format
     */
    public String fingerprint() {
        return timeBits + "/" + workerBits + "/" + sequenceBits + " bits, ticks of " + tickMillis + " ms from "
                + epochMillis;
    }

    /**
     * Returns a format with one bit moved from the sequence to the worker id, or back if only one is left. Equal ids
     * have equal times in both.
     */
    IdFormat other() {
        int moved = sequenceBits > 1 ? 1 : -1;
        return new IdFormat(epochMillis, tickMillis, timeBits, workerBits + moved, sequenceBits - moved);
    }
}
