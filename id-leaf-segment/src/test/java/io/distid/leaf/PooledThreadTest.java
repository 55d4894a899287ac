package io.distid.leaf;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.SegmentStats;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The common pool clears its workers' thread locals between tasks; order and blocks stay with the threads. */
class PooledThreadTest {
    private static final int BLOCK = 16;

    private final MemoryStore store = new MemoryStore().put("order", 1, 100_000);
    private final ThreadLocal<Boolean> local = new ThreadLocal<>();
    private final Map<Thread, Long> last = new HashMap<>();
    private final AtomicInteger cleared = new AtomicInteger();
    private long drawn;

    @Test
    void idsIncreasePerThreadAndNoBlockIsLeftBehind() {
        LeafSegments segments = LeafSegments.open(store, Waiting.PATIENT.withThreadBlock(BLOCK));
        // One task after another, so nothing needs a lock.
        Waiting.await(() -> {
            ForkJoinPool.commonPool().submit(() -> draw(segments)).join();
            return cleared.get() >= 50;
        });
        segments.close();
        SegmentStats stats = segments.stats("order").orElseThrow();
        assertThat(stats.issued()).isEqualTo(drawn);
        assertThat(stats.burned()).as("rest of a block each").isLessThan((long) last.size() * BLOCK);
    }

    private void draw(LeafSegments segments) {
        long[] batch = new long[5];
        segments.nextIds("order", batch, 0, batch.length);
        for (long id : batch) {
            assertAboveLast(id);
        }
        assertAboveLast(segments.nextId("order"));
        drawn += batch.length + 1;
        if (local.get() == null) {
            local.set(true);
            cleared.incrementAndGet();
        }
    }

    private void assertAboveLast(long id) {
        Long before = last.put(Thread.currentThread(), id);
        assertThat(id).isGreaterThan(before == null ? 0 : before);
    }
}
