package io.distid.leaf;

import static io.distid.leaf.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.distid.SegmentStats;
import io.distid.spi.Segment;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class AdaptiveStepTest {
    private static final LeafOptions PATIENT = Waiting.PATIENT.withStep(StepRule.DEFAULT);

    private final MemoryStore store = new MemoryStore().put("order", 1, 100);
    private final AtomicLong nanos = new AtomicLong();

    @Test
    void busySegmentsGrowAndQuietOnesShrinkBackToTheStoresStep() {
        try (LeafSegments segments = LeafSegments.open(store, PATIENT, nanos::get)) {
            // From the second claim on, each of which is made at the beginning of a segment.
            List<Duration> lives = List.of(
                    Duration.ofMinutes(1),
                    Duration.ofMinutes(1),
                    Duration.ofMinutes(20),
                    Duration.ofMinutes(40),
                    Duration.ofMinutes(40),
                    Duration.ofMinutes(40));
            lives.forEach(life -> useUpOneSegment(segments, life));
            assertThat(store.claims().stream().map(Segment::size))
                    .containsExactly(100L, 100L, 200L, 400L, 400L, 200L, 100L);
        }
    }

    @Test
    void aBurstLeavesAtMostThreeTimesInHandOfWhatItDrew() {
        try (LeafSegments segments = LeafSegments.open(store, PATIENT, nanos::get)) {
            segments.nextIds("order", new long[10_000], 0, 10_000);
            SegmentStats stats = segments.stats("order").orElseThrow();
            assertThat(stats.left()).isLessThanOrEqualTo(3 * (10_000 + 100));
        }
    }

    @Test
    void aStepChangedInTheStoreIsHeededAfterARefresh() {
        try (LeafSegments segments = LeafSegments.open(store, PATIENT, nanos::get)) {
            useUpOneSegment(segments, Duration.ofMinutes(20));
            store.put("order", store.maxId("order"), 700);
            segments.refresh();
            useUpOneSegment(segments, Duration.ofMinutes(20));
            assertThat(store.claims().stream().map(Segment::size)).containsExactly(100L, 100L, 700L);
        }
    }

    /** Draws to the end of the segment at hand, and on to the first id of the next; waits for the prefetch on the way. */
    private void useUpOneSegment(LeafSegments segments, Duration life) {
        int claims = Math.max(1, store.claims().size());
        Segment last = null;
        long id = segments.nextId("order");
        Segment atHand = holding(id);
        long tenth = atHand.start() + atHand.size() / 10;
        while (id < tenth) {
            id = segments.nextId("order");
        }
        await(() -> store.claims().size() == claims + 1);
        last = holding(store.claims().get(claims).start());
        Segment next = last;
        long left = atHand.end() - id - 1 + next.size();
        await(() -> segments.stats("order").orElseThrow().left() == left);
        nanos.addAndGet(life.toNanos());
        while (id < atHand.end() - 1) {
            id = segments.nextId("order");
        }
        assertThat(segments.nextId("order")).isEqualTo(next.start());
    }

    private Segment holding(long id) {
        return store.claims().stream()
                .filter(segment -> segment.start() <= id && id < segment.end())
                .findAny()
                .orElseThrow();
    }
}
