package io.distid.text;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AllocationTest {
    private static final int CALLS = 2_000;

    /** What stray events (class loading, a thread-local table that grows) may add to a call on average. */
    private static final double NOISE = 4;

    private volatile Object sink = "";

    @ParameterizedTest
    @EnumSource
    void encodingAllocatesTheTextAlone(TextForm form) {
        LongText longs = form.longs();
        UuidText uuids = form.uuids();
        assertThat(bytesPerCall(i -> take(longs.encode(Long.MAX_VALUE - i))))
                .isBetween(1.0, bytesOf(longs.encode(Long.MAX_VALUE)) + NOISE);
        assertThat(bytesPerCall(i -> take(uuids.encode(-1 - i, -1))))
                .isBetween(1.0, bytesOf(uuids.encode(-1, -1)) + NOISE);
    }

    @ParameterizedTest
    @EnumSource
    void decodingAllocatesNothing(TextForm form) {
        LongText text = form.longs();
        String[] texts = new String[CALLS];
        for (int i = 0; i < CALLS; i++) {
            texts[i] = text.encode(Long.MAX_VALUE - i);
        }
        assertThat(bytesPerCall(i -> text.decode(texts[(int) i]))).isLessThan(NOISE);
    }

    private long take(String text) {
        sink = text;
        return text.length();
    }

    /** A String and its byte array, each with its header and rounded up to 8, as HotSpot lays them out. */
    private static int bytesOf(String text) {
        return 24 + 16 + (text.length() + 7) / 8 * 8;
    }

    private double bytesPerCall(LongUnaryOperator call) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long thread = Thread.currentThread().getId();
        double least = Double.MAX_VALUE;
        for (int round = 0; round < 5; round++) {
            long before = threads.getThreadAllocatedBytes(thread);
            long sum = 0;
            for (int i = 0; i < CALLS; i++) {
                sum += call.applyAsLong(i);
            }
            sink = sum;
            least = Math.min(least, (threads.getThreadAllocatedBytes(thread) - before) / (double) CALLS);
        }
        return least;
    }
}
