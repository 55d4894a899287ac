package io.distid.leaf;

import static io.distid.leaf.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;

import io.distid.SegmentStats;
import io.distid.testkit.Eventually;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ThreadOrderTest {
    private static final LeafOptions OPTIONS = Waiting.PATIENT.withThreadBlock(16);

    private final MemoryStore store = new MemoryStore().put("order", 0, 2_000);

    @Test
    void idsIncreasePerThreadWithBatchesInBetween() throws Exception {
        try (LeafSegments segments = LeafSegments.open(store, OPTIONS)) {
            List<long[]> drawn = OrderTest.onThreads(4, thread -> drawSinglesAndBatches(segments, 20_000));
            drawn.forEach(ids -> assertThat(ids).isSorted());
            OrderTest.assertAllDistinct(drawn);
        }
    }

    @Test
    void virtualThreadsShareTheSegmentAndKeepTheirOrder() throws Exception {
        Method start = virtualThreadStarter();
        LeafSegments segments = LeafSegments.open(store, OPTIONS);
        List<FutureTask<long[]>> tasks = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            FutureTask<long[]> task = new FutureTask<>(() -> drawSinglesAndBatches(segments, 1_000));
            tasks.add(task);
            start.invoke(null, task);
        }
        List<long[]> drawn = new ArrayList<>();
        for (FutureTask<long[]> task : tasks) {
            drawn.add(task.get(Eventually.LIMIT.toSeconds(), TimeUnit.SECONDS));
        }
        drawn.forEach(ids -> assertThat(ids).isSorted());
        OrderTest.assertAllDistinct(drawn);
        assertThat(segments.stats("order").orElseThrow().issued()).isEqualTo(200 * 1_000);
        segments.close();
        assertThat(segments.stats("order").orElseThrow().burned())
                .as("no block")
                .isZero();
        assertVirtualThreadIsRefused(segments, start);
    }

    private static void assertVirtualThreadIsRefused(LeafSegments segments, Method start) throws Exception {
        FutureTask<Long> late = new FutureTask<>(() -> segments.nextId("order"));
        start.invoke(null, late);
        assertThatThrownBy(() -> late.get(Eventually.LIMIT.toSeconds(), TimeUnit.SECONDS))
                .hasCauseInstanceOf(IllegalStateException.class);
    }

    /** {@code Thread.startVirtualThread}, which Java 17 has not. */
    private static Method virtualThreadStarter() {
        try {
            return Thread.class.getMethod("startVirtualThread", Runnable.class);
        } catch (NoSuchMethodException e) {
            return abort("Java " + Runtime.version().feature() + " has no virtual threads");
        }
    }

    @Test
    void eachThreadCountsInABlockOfItsOwn() throws Exception {
        try (LeafSegments segments = LeafSegments.open(store, OPTIONS)) {
            assertThat(segments.nextId("order")).isEqualTo(1);
            long[] others = OrderTest.onThreads(1, thread -> new long[] {segments.nextId("order")})
                    .get(0);
            assertThat(others[0]).isEqualTo(17);
            assertThat(segments.nextId("order")).isEqualTo(2);
        }
    }

    @Test
    void aSmallSegmentIsDividedAmongManyThreads() {
        store.put("small", 1, 100);
        try (LeafSegments segments = LeafSegments.open(store, OPTIONS.withThreadBlock(1_024))) {
            assertThat(segments.nextId("small")).isEqualTo(1);
            await(() -> segments.stats("small").orElseThrow().loads() == 1);
            assertThat(segments.stats("small").orElseThrow().issued()).isEqualTo(1);
            assertThat(segments.nextId("small")).isEqualTo(2);
        }
    }

    @Test
    void blocksLeftOverAtCloseAreBurned() throws Exception {
        LeafSegments segments = LeafSegments.open(store, OPTIONS);
        OrderTest.onThreads(3, thread -> new long[] {segments.nextId("order")});
        segments.nextId("order");
        segments.close();
        SegmentStats stats = segments.stats("order").orElseThrow();
        assertThat(stats.issued()).isEqualTo(4);
        assertThat(stats.burned()).isEqualTo(4 * 15);
        assertThat(stats.givenBack()).isEqualTo(1_999 - 4 * 16);
        assertThatThrownBy(() -> segments.nextId("order")).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void blocksOfThreadsThatEndedAreBurnedWhileOthersDraw() throws Exception {
        store.put("wide", 1, 8_000);
        try (LeafSegments segments = LeafSegments.open(store, OPTIONS)) {
            segments.nextId("wide");
            for (int i = 0; i < 200; i++) {
                Thread thread = new Thread(() -> segments.nextId("wide"));
                thread.start();
                thread.join();
            }
            SegmentStats stats = segments.stats("wide").orElseThrow();
            assertThat(stats.issued()).isEqualTo(201);
            assertThat(stats.burned()).isEqualTo(200 * 15);
        }
    }

    private static long[] drawSinglesAndBatches(LeafSegments segments, int count) {
        long[] ids = new long[count];
        int at = 0;
        for (int size = 0; at < ids.length; size = (size + 7) % 40) {
            int to = Math.min(ids.length, at + size);
            segments.nextIds("order", ids, at, to);
            at = to;
            for (int i = 0; i < 5 && at < ids.length; i++) {
                ids[at++] = segments.nextId("order");
            }
        }
        return ids;
    }
}
