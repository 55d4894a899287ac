package io.distid.testkit.simulation;

import io.distid.internal.time.TickFormat;
import java.time.Duration;

/**
 * How the ids of a world are made up: {@code tick | worker id | sequence}. Immutable.
 *
 * @param epochMillis tick 0, in epoch ms
 * @param tickMillis the length of a tick in ms
 * @param timeBits the bits of the tick
 * @param workerBits the bits of the worker id
 * @param sequenceBits the bits of the sequence
 */
public record IdFormat(long epochMillis, long tickMillis, int timeBits, int workerBits, int sequenceBits) {

    /**
     * What the sequencer counts.
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
     * An id.
     *
     * @param worker the worker id
     * @param state of {@link #ticks()}
     * @return at least 0
     */
    public long compose(int worker, long state) {
        long sequence = state & (1L << sequenceBits) - 1;
        return state >>> sequenceBits << workerBits + sequenceBits | (long) worker << sequenceBits | sequence;
    }

    /**
     * The tick of an id.
     *
     * @param id of this format
     * @return counted from the epoch
     */
    public long tickOf(long id) {
        return id >>> workerBits + sequenceBits;
    }

    /**
     * When the tick of an id starts.
     *
     * @param id of this format
     * @return epoch ms
     */
    public long startOf(long id) {
        return epochMillis + tickOf(id) * tickMillis;
    }

    /**
     * The worker id of an id.
     *
     * @param id of this format
     * @return at least 0
     */
    public int workerOf(long id) {
        return (int) (id >>> sequenceBits & (1L << workerBits) - 1);
    }

    /**
     * When there is no id left.
     *
     * @return epoch ms
     */
    public long endMillis() {
        return epochMillis + ((1L << timeBits) - 1) * tickMillis;
    }

    /**
     * The format as a text, as a holder of a worker id sends it to the store.
     *
     * @return another text for each other format
     */
    public String fingerprint() {
        return timeBits + "/" + workerBits + "/" + sequenceBits + " bits, ticks of " + tickMillis + " ms from "
                + epochMillis;
    }

    /** One bit moved from sequence to worker id, or back where there is only one: equal ids carry equal times. */
    IdFormat other() {
        int moved = sequenceBits > 1 ? 1 : -1;
        return new IdFormat(epochMillis, tickMillis, timeBits, workerBits + moved, sequenceBits - moved);
    }
}
