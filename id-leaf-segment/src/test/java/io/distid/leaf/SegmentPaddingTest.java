package io.distid.leaf;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.spi.Segment;
import io.distid.testkit.Eventually;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Counters that threads may meet at are kept apart in memory; those of seldom used tags are small, since there may be very many. */
class SegmentPaddingTest {
    private static final int STEP = 1000;

    private static final LeafOptions WITHOUT_PREFETCH = new LeafOptions(
            100,
            new StepRule(1, 1_000_000, Duration.ZERO, Duration.ofDays(1), Duration.ZERO),
            Duration.ZERO,
            Eventually.LIMIT,
            Duration.ofDays(1),
            0);

    private final AtomicLong nanos = new AtomicLong();
    private final LeafSegments segments =
            LeafSegments.open(new MemoryStore().put("order", 1, STEP), WITHOUT_PREFETCH, nanos::get);

    @AfterEach
    void close() {
        segments.close();
    }

    @Test
    void theFirstSegmentOfATagIsSmall() {
        segments.nextId("order");
        assertThat(current()).isInstanceOf(PlainSegment.class);
    }

    @Test
    void aTagDrawnAtMoreThanAHundredThousandIdsASecondGetsCountersOfTheirOwnLines() {
        drawSegmentsOf(Duration.ofMillis(9));
        assertThat(current()).isInstanceOf(PaddedSegment.class);
    }

    @Test
    void aTagDrawnSlowerKeepsSmallSegmentsAndOneThatSlowsDownGetsThemAgain() {
        drawSegmentsOf(Duration.ofMillis(11));
        assertThat(current()).isInstanceOf(PlainSegment.class);
        drawSegmentsOf(Duration.ofMillis(9));
        drawSegmentsOf(Duration.ofMillis(11));
        assertThat(current()).isInstanceOf(PlainSegment.class);
    }

    @Test
    void aSegmentOfAMillionIdsHasACounterOfItsOwnLinesFromTheStart() {
        assertThat(OpenSegment.of(new Segment(1, 1 + (1 << 20)), 10, false)).isInstanceOf(PaddedSegment.class);
        assertThat(OpenSegment.of(new Segment(1, 1_000_001), 10, false)).isInstanceOf(PlainSegment.class);
    }

    /** Uses up segments, each of which lasts so long: what the last but one tells decides about the one after the last. */
    private void drawSegmentsOf(Duration life) {
        for (int i = 0; i < 5; i++) {
            segments.nextIds("order", new long[STEP], 0, STEP);
            nanos.addAndGet(life.toNanos());
        }
        segments.nextId("order");
    }

    private OpenSegment current() {
        return ((LeafTag) segments.tag("order")).current();
    }
}
