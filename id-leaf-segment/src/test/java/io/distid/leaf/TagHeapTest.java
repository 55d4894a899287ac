package io.distid.leaf;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a tag at rest takes of the heap: there may be a hundred thousand. */
class TagHeapTest {
    private static final int TAGS = 20_000;

    @Test
    void aTagWithTwoSegmentsInHandTakesLessThanAKilobyte() {
        MemoryStore store = new MemoryStore();
        List<String> names =
                IntStream.range(0, TAGS).mapToObj(i -> "order-" + i).toList();
        names.forEach(name -> store.put(name, 1, 1_000));
        long before = used();
        try (LeafSegments segments = LeafSegments.open(store, Waiting.PATIENT)) {
            long[] ids = new long[101];
            names.forEach(name -> segments.nextIds(name, ids, 0, ids.length));
            names.forEach(name ->
                    Waiting.await(() -> segments.stats(name).orElseThrow().loads() == 2));
            // The store's list of claims, which is the test's, is in it.
            assertThat((used() - before) / TAGS).isBetween(300L, 1024L);
        }
    }

    private static long used() {
        Runtime runtime = Runtime.getRuntime();
        System.gc();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
