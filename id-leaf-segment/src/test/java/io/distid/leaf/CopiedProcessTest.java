package io.distid.leaf;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.SegmentStats;
import io.distid.process.Copies;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a copy of the process has in hand, too, is not issued. Isolated, since the copy is one of all generators of the process. */
@Isolated
class CopiedProcessTest {
    private static final int STEP = 1_000;

    private final MemoryStore store = new MemoryStore().put("order", 1, STEP);

    @ParameterizedTest
    @ValueSource(ints = {0, 8})
    void segmentsInHandAreBurnedAfterARestore(int threadBlock) {
        LeafSegments segments = LeafSegments.open(store, Waiting.PATIENT.withThreadBlock(threadBlock));
        segments.nextId("order");
        long claimed = claimed(segments);
        Copies.system().restored();
        assertThat(segments.nextId("order")).isGreaterThanOrEqualTo(claimed);
        claimed = claimed(segments);
        Copies.system().restored();
        long[] batch = new long[20];
        segments.nextIds("order", batch, 0, batch.length);
        assertThat(batch[0]).isGreaterThanOrEqualTo(claimed);
        claimed = claimed(segments);
        Copies.system().restored();
        segments.close();
        assertThat(store.maxId("order")).isGreaterThanOrEqualTo(claimed);
        SegmentStats stats = segments.stats("order").orElseThrow();
        assertThat(stats.issued()).isEqualTo(22);
        assertThat(stats.givenBack()).isZero();
    }

    /** Once what was claimed has arrived: one past the last of it. */
    private long claimed(LeafSegments segments) {
        Waiting.await(() -> {
            SegmentStats stats = segments.stats("order").orElseThrow();
            return stats.left() + stats.issued() + stats.burned() == store.maxId("order") - 1;
        });
        return store.maxId("order");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 8})
    void aClockThatWasSetBurnsNothing(int threadBlock) {
        try (LeafSegments segments = LeafSegments.open(store, Waiting.PATIENT.withThreadBlock(threadBlock))) {
            long first = segments.nextId("order");
            Copies.system().suspected();
            assertThat(segments.nextId("order")).isEqualTo(first + 1);
        }
    }
}
