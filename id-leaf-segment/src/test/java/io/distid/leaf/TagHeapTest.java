package io.distid.leaf;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.spi.Segment;
import io.distid.spi.SegmentStore;
import io.distid.testkit.Eventually;
import io.distid.testkit.TestJvm;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a tag at rest takes of the heap: there may be a hundred thousand. */
class TagHeapTest {
    private static final int TAGS = 20_000;
    private static final int STEP = 1_000;

    @Test
    void aTagWithTwoSegmentsInHandLeavesRoomForItsStoreInAKilobyte() {
        // Of its own, since what other tests have left is collected meanwhile.
        try (TestJvm jvm = new TestJvm(Opened.class, Map.of())) {
            assertThat(Long.parseLong(jvm.await("bytes", Eventually.LIMIT).get(0)))
                    .isBetween(300L, 900L);
        }
    }

    /** Opens the tags, and prints what one takes. */
    static final class Opened {
        public static void main(String[] args) {
            List<String> names =
                    IntStream.range(0, TAGS).mapToObj(i -> "order-" + i).toList();
            try (LeafSegments segments = LeafSegments.open(new EndlessStore(), Waiting.PATIENT)) {
                // What is loaded for all tags is no cost of any.
                drawFrom(segments, List.of("first"));
                long before = used();
                drawFrom(segments, names);
                System.out.println("bytes " + (used() - before) / TAGS);
            }
        }

        /** Until a second segment is in hand. */
        private static void drawFrom(LeafSegments segments, List<String> names) {
            // More than the tenth at which it is claimed.
            long[] ids = new long[STEP / 10 + 1];
            names.forEach(name -> segments.nextIds(name, ids, 0, ids.length));
            names.forEach(name ->
                    Waiting.await(() -> segments.stats(name).orElseThrow().loads() == 2));
        }

        private static long used() {
            System.gc();
            Runtime runtime = Runtime.getRuntime();
            return runtime.totalMemory() - runtime.freeMemory();
        }
    }

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
}
