package io.distid.leaf;

import static io.distid.leaf.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.distid.BackendException;
import io.distid.SegmentStats;
import io.distid.testkit.Eventually;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;

class GiveBackTest {
    private final MemoryStore store = new MemoryStore().put("order", 1, 10).put("user", 1, 10);

    @Test
    void aCleanCloseGivesBackAllThatWasNotIssued() {
        LeafSegments segments = LeafSegments.open(store, Waiting.PATIENT);
        segments.nextIds("order", new long[4], 0, 4);
        segments.nextIds("user", new long[7], 0, 7);
        awaitBothSegments(segments, "order", 16);
        awaitBothSegments(segments, "user", 13);
        segments.close();
        assertThat(store.maxId("order")).isEqualTo(5);
        assertThat(store.maxId("user")).isEqualTo(8);
        SegmentStats stats = segments.stats("order").orElseThrow();
        assertThat(stats.issued()).isEqualTo(4);
        assertThat(stats.givenBack()).isEqualTo(16);
        assertThat(stats.burned()).isZero();
        assertThat(stats.left()).isZero();
    }

    @Test
    void whatCameBeforeAnothersClaimIsBurned() {
        LeafSegments segments = LeafSegments.open(store, Waiting.PATIENT);
        segments.nextIds("order", new long[4], 0, 4);
        awaitBothSegments(segments, "order", 16);
        store.claim("order", 100);
        segments.close();
        assertThat(store.maxId("order")).isEqualTo(121);
        assertThat(segments.stats("order").orElseThrow().burned()).isEqualTo(16);
        assertThat(segments.stats("order").orElseThrow().givenBack()).isZero();
    }

    @Test
    void aGeneratorAtRestHoldsAtMostTwoSegments() {
        try (LeafSegments segments = LeafSegments.open(store, Waiting.PATIENT)) {
            segments.nextIds("order", new long[2_003], 0, 2_003);
            awaitBothSegments(segments, "order", 17);
            SegmentStats stats = segments.stats("order").orElseThrow();
            assertThat(stats.issued()).isEqualTo(2_003);
            assertThat(stats.loads()).isEqualTo(202);
            assertThat(stats.burned()).isZero();
        }
    }

    @Test
    void aStoreThatIsAwayAtCloseCostsTheIdsAndNothingElse() {
        LeafSegments segments = LeafSegments.open(store, Waiting.PATIENT);
        segments.nextId("order");
        store.refuseGivingBack(new BackendException("away"));
        segments.close();
        assertThat(segments.stats("order").orElseThrow().burned()).isEqualTo(9);
        assertThat(store.isClosed()).isTrue();
    }

    @Test
    void aStoreThatDoesNotAnswerIsWaitedForUntilTheDeadlineAndGetsNothingBack() {
        LeafSegments segments = LeafSegments.open(store, Waiting.PATIENT.withMaxWait(Duration.ofMillis(500)));
        Eventually.untilAnswered(() -> segments.nextId("order"));
        awaitBothSegments(segments, "order", 9);
        Semaphore gate = store.hold();
        try {
            segments.nextId("order");
            await(gate::hasQueuedThreads);
            long start = System.nanoTime();
            assertTimeoutPreemptively(Eventually.LIMIT, segments::close);
            assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(500_000_000);
            assertThat(store.isClosed()).isTrue();
            assertThat(store.maxId("order")).isEqualTo(11);
            assertThat(segments.stats("order").orElseThrow().givenBack()).isZero();
        } finally {
            gate.release(100);
        }
    }

    @Test
    void idsOfABatchThatFailedAreBurned() {
        LeafOptions options = Waiting.PATIENT.withMaxWait(Duration.ofMillis(500));
        try (LeafSegments segments = LeafSegments.open(store, options)) {
            Eventually.untilAnswered(() -> segments.nextId("order"));
            store.failWith(new BackendException("away"));
            assertThatThrownBy(() -> segments.nextIds("order", new long[30], 0, 30))
                    .isInstanceOf(BackendException.class);
            SegmentStats stats = segments.stats("order").orElseThrow();
            assertThat(stats.issued()).isEqualTo(1);
            assertThat(stats.burned()).isEqualTo(9);
            store.failWith(null);
        }
    }

    private static void awaitBothSegments(LeafSegments segments, String tag, long left) {
        await(() -> segments.stats(tag).orElseThrow().left() == left);
    }
}
