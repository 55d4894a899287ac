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
            long before = threads.getCurrentThreadAllocatedBytes();
            draw(segments);
            long bytes = threads.getCurrentThreadAllocatedBytes() - before;
            assertThat((double) bytes / IDS).as("bytes per id").isLessThan(0.1);
        }
    }

    private static void draw(LeafSegments segments) {
        for (int i = 0; i < IDS; i++) {
            segments.nextId("order");
        }
    }
}
