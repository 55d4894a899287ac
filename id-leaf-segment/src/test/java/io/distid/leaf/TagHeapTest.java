package io.distid.leaf;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.spi.Segment;
import io.distid.spi.SegmentStore;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a tag at rest takes of the heap: there may be a hundred thousand. */
class TagHeapTest {
    private static final int TAGS = 20_000;
    private static final int STEP = 1_000;

    /** Keeps nothing of a tag, or that would be counted, too. */
    private static final class EndlessStore implements SegmentStore {
        private final AtomicLong end = new AtomicLong(1);

        @Override
        public Segment claim(String tag, long size) {
            long start = end.getAndAdd(size);
            return new Segment(start, start + size);
        }

        @Override
        public long step(String tag) {
            return STEP;
        }

        @Override
        public void close() {}
    }

    @Test
    void aTagWithTwoSegmentsInHandTakesLessThanAKilobyte() {
        List<String> names =
                IntStream.range(0, TAGS).mapToObj(i -> "order-" + i).toList();
        long before = used();
        try (LeafSegments segments = LeafSegments.open(new EndlessStore(), Waiting.PATIENT)) {
            // More than the tenth at which the next is claimed.
            long[] ids = new long[STEP / 10 + 1];
            names.forEach(name -> segments.nextIds(name, ids, 0, ids.length));
            names.forEach(name ->
                    Waiting.await(() -> segments.stats(name).orElseThrow().loads() == 2));
            assertThat((used() - before) / TAGS).isBetween(300L, 1024L);
        }
    }

    private static long used() {
        Runtime runtime = Runtime.getRuntime();
        System.gc();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
