package io.distid.bench.latency;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;

/**
 * Times the calls of one thread.
 *
 * <p>At a fixed arrival rate each call has a due time. Its latency begins then, whether or not the caller is free.
 * <i>Coordinated omission</i> is the common mistake: a caller waits for a slow call and reads the clock only
 * afterwards. It omits the calls that were due in between, which are the slow ones. Here those calls are made late, and
 * the delay counts.
 *
 * @see <a href="https://github.com/HdrHistogram/HdrHistogram#corrected-vs-raw-value-recording-calls">HdrHistogram on
 *     coordinated omission</a>
 */
final class CallTimer {
    private static final double NANOS = 1e9;

    /** Receives results, so that no call can be optimised away. */
    private static volatile long sink;

    private final LongSupplier call;
    private final NanoClock ticker;

    CallTimer(LongSupplier call, NanoClock ticker) {
        this.call = call;
        this.ticker = ticker;
    }

    /** Calls on a schedule. No call is made after the patience; calls that were due count with their wait so far. */
    TimedCalls paced(double perSecond, long count, Duration patience) {
        Histogram histogram = TimedCalls.emptyHistogram();
        double interval = NANOS / perSecond;
        long start = ticker.nanos();
        long end = start;
        long results = 0;
        long made = 0;
        for (; made < count && end - start < patience.toNanos(); made++) {
            long due = start + (long) (made * interval);
            await(due);
            results ^= call.getAsLong();
            end = ticker.nanos();
            histogram.recordValue(end - due);
        }
        for (long missed = made; missed < count; missed++) {
            long waited = end - start - (long) (missed * interval);
            if (waited < 0) {
                break;
            }
            histogram.recordValue(waited);
        }
        sink = results;
        return new TimedCalls(histogram, made, end - start);
    }

    /** Calls again as soon as a call has returned, for a while, and at least so often unless the patience ends. */
    TimedCalls flatOut(Duration window, long least, Duration patience) {
        Histogram histogram = TimedCalls.emptyHistogram();
        long start = ticker.nanos();
        long results = 0;
        long end = start;
        long made = 0;
        for (; end - start < window.toNanos() || made < least; made++) {
            if (end - start > patience.toNanos()) {
                break;
            }
            long begin = ticker.nanos();
            results ^= call.getAsLong();
            end = ticker.nanos();
            histogram.recordValue(end - begin);
        }
        sink = results;
        return new TimedCalls(histogram, made, end - start);
    }

    private void await(long due) {
        for (long left = due - ticker.nanos(); left > 0; left = due - ticker.nanos()) {
            ticker.pass(left);
        }
    }
}
