package io.distid.bench.solo;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * Calls that were timed.
 *
 * @param histogram how long each took, in nanoseconds, to three digits
 * @param made how many were made; less than the histogram counts if some were still waiting
 * @param nanos how long all of them took
 */
record Timed(Histogram histogram, long made, long nanos) {
    private static final long LONGEST = TimeUnit.HOURS.toNanos(1);
    private static final int DIGITS = 3;

    /** Of one size from the start, since one that grows would do so in the middle of a call. */
    static Histogram emptyHistogram() {
        return new Histogram(LONGEST, DIGITS);
    }

    double perSecond() {
        return made * 1e9 / Math.max(1, nanos);
    }

    /** These calls and others. */
    Timed plus(Timed other) {
        Histogram both = histogram.copy();
        both.add(other.histogram);
        return new Timed(both, made + other.made, nanos + other.nanos);
    }

    /** As words, for the way from a JVM to another. */
    String words() {
        ByteBuffer bytes = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(bytes);
        return made + " " + nanos + " " + Base64.getEncoder().encodeToString(Arrays.copyOf(bytes.array(), length));
    }

    /** From such words. */
    static Timed of(List<String> words) {
        ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(words.get(2)));
        try {
            return new Timed(
                    Histogram.decodeFromCompressedByteBuffer(bytes, LONGEST),
                    Long.parseLong(words.get(0)),
                    Long.parseLong(words.get(1)));
        } catch (DataFormatException e) {
            throw new IllegalStateException("no histogram came from the measuring JVM: " + e.getMessage(), e);
        }
    }
}
