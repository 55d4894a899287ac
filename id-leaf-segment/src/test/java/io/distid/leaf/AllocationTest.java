package io.distid.leaf;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AllocationTest {
    private static final int IDS = 1_000_000;

    @ParameterizedTest
    @ValueSource(ints = {0, 1_024})
    void anIdAllocatesNothing(int threadBlock) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        MemoryStore store = new MemoryStore().put("order", 1, 10_000_000);
        try (LeafSegments segments = LeafSegments.open(store, Waiting.PATIENT.withThreadBlock(threadBlock))) {
            draw(segments);
            // What the JVM itself allocates at times on this thread is no cost of an id: up to five measurements.
            double least = Double.MAX_VALUE;
            for (int i = 0; i < 5 && least >= 0.1; i++) {
                long before = threads.getCurrentThreadAllocatedBytes();
                draw(segments);
                least = Math.min(least, (double) (threads.getCurrentThreadAllocatedBytes() - before) / IDS);
            }
            assertThat(least).as("bytes per id").isLessThan(0.1);
        }
    }

    private static void draw(LeafSegments segments) {
        for (int i = 0; i < IDS; i++) {
            segments.nextId("order");
        }
    }
}
