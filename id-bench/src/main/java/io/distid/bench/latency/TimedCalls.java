package io.distid.bench.latency;

import io.distid.bench.jvm.CommandLoop;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/** Calls that were timed in nanoseconds. The histogram may also count calls that still wait and were not made. */
record TimedCalls(Histogram histogram, long made, long nanos) {
    private static final long LONGEST = TimeUnit.HOURS.toNanos(1);
    private static final int DIGITS = 3;

    /** A histogram of fixed size: growing would disturb a call. */
    static Histogram emptyHistogram() {
        return new Histogram(LONGEST, DIGITS);
    }

    double perSecond() {
        return made * 1e9 / Math.max(1, nanos);
    }

    /** These calls and others. */
    TimedCalls plus(TimedCalls other) {
        Histogram both = histogram.copy();
        both.add(other.histogram);
        return new TimedCalls(both, made + other.made, nanos + other.nanos);
    }

    /** The line of a child's answer. */
    String answer() {
        ByteBuffer bytes = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(bytes);
        return CommandLoop.answer(
                "timed", made, nanos, Base64.getEncoder().encodeToString(Arrays.copyOf(bytes.array(), length)));
    }

    /** Parses the words of such an answer. */
    static TimedCalls of(List<String> words) {
        ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(words.get(2)));
        try {
            return new TimedCalls(
                    Histogram.decodeFromCompressedByteBuffer(bytes, LONGEST),
                    Long.parseLong(words.get(0)),
                    Long.parseLong(words.get(1)));
        } catch (DataFormatException e) {
            throw new IllegalStateException("no histogram came from the measuring JVM: " + e.getMessage(), e);
        }
    }
}
