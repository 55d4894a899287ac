package io.distid;

import java.time.Duration;
import java.time.Instant;

/**
 * The next id's time leads the clock by more than {@code max-lead}, and waiting for the clock would take longer than {@code
 * max-wait}. The clock was set back, more ids were asked for than the format has, or the last holder of the worker id has
 * reserved the ticks.
 *
 * <p>Now: No id is issued, and the message has both times. Ids go on by themselves once the clock is near enough.
 *
 * <p>To do: Correct the clock, or wait. To allow more, raise {@code max-lead} or {@code max-wait}.
 *
 * <p>Immutable.
 */
public final class ClockBehindException extends IdException {
    private static final long serialVersionUID = 1L;

    /** The time the next id would carry. */
    private final Instant idTime;
    /** The time the clock showed. */
    private final Instant clockTime;

    /** With both times. */
    public ClockBehindException(Instant idTime, Instant clockTime, Duration maxLead, Duration maxWait) {
        super("the next id would carry " + idTime + ", but the clock shows " + clockTime + ", "
                + Duration.between(clockTime, idTime).toMillis() + " ms behind it; allowed are a lead of "
                + maxLead.toMillis() + " ms and a wait of " + maxWait.toMillis()
                + " ms. No id is issued. Was the clock set back? Correct it, wait, or raise max-wait or max-lead.");
        this.idTime = idTime;
        this.clockTime = clockTime;
    }

    /**
     * With a message of one's own.
     *
     * @param message what happened, with both times, and what the operator can do
     * @param idTime the time the next id would carry at least
     */
    public ClockBehindException(String message, Instant idTime, Instant clockTime) {
        super(message);
        this.idTime = idTime;
        this.clockTime = clockTime;
    }

    /**
     * The time the next id would carry.
     *
     * @return an instant after {@link #clockTime()}
     */
    public Instant idTime() {
        return idTime;
    }

    /**
     * The time the clock showed.
     *
     * @return an instant before {@link #idTime()}
     */
    public Instant clockTime() {
        return clockTime;
    }
}
