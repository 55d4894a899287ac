package io.distid;

import java.time.Duration;

/**
 * How often calls had to wait for the clock, for a renewal or for a range, and for how long together. Immutable.
 *
 * @param calls how many calls waited since the generator was opened
 * @param time how long they waited, added up over all threads
 */
public record WaitStats(long calls, Duration time) {}
