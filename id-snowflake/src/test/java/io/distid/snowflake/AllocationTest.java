package io.distid.snowflake;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.distid.testkit.FreshWorker;
import io.distid.time.ClockLimits;
import io.distid.time.SequenceStart;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class AllocationTest {
    @Test
    void noIdAllocates() {
        ClockLimits leading = new ClockLimits(Duration.ofHours(1), Duration.ofSeconds(1), SequenceStart.random(100));
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        try (Snowflake snowflake =
                Snowflake.builder().namespace("allocation").rule(leading).open(new FreshWorker(1))) {
            long[] batch = new long[64];
            draw(snowflake, batch);
            // What the JVM itself allocates at times on this thread is no cost of an id: up to five measurements.
            long least = Long.MAX_VALUE;
            for (int i = 0; i < 5 && least >= 10_000; i++) {
                long before = threads.getCurrentThreadAllocatedBytes();
                draw(snowflake, batch);
                least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
            }
            assertThat(least).as("bytes allocated for 1,650,000 ids").isLessThan(10_000);
        }
    }

    private static void draw(Snowflake snowflake, long[] batch) {
        for (int i = 0; i < 50_000; i++) {
            snowflake.nextId();
            if (i % 2 == 0) {
                snowflake.nextIds(batch, 0, batch.length);
            }
        }
    }
}
