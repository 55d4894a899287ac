package io.distid.leaf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.SegmentStats;
import io.distid.internal.process.CopyDetector;
import io.distid.spi.Segment;
import io.distid.spi.SegmentStore;
import io.distid.testkit.Eventually;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
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
        CopyDetector.system().restored();
        assertThat(segments.nextId("order")).isGreaterThanOrEqualTo(claimed);
        claimed = claimed(segments);
        CopyDetector.system().restored();
        long[] batch = new long[20];
        segments.nextIds("order", batch, 0, batch.length);
        assertThat(batch[0]).isGreaterThanOrEqualTo(claimed);
        claimed = claimed(segments);
        CopyDetector.system().restored();
        segments.close();
        assertThat(store.maxId("order")).isGreaterThanOrEqualTo(claimed);
        SegmentStats stats = segments.stats("order").orElseThrow();
        assertThat(stats.issued()).isEqualTo(22);
        assertThat(stats.givenBack()).isZero();
    }

    /** As it is copied: after the store's answer, before the segment is in hand. */
    @ParameterizedTest
    @ValueSource(ints = {0, 8})
    void segmentThatIsOnItsWayIsBurnedToo(int threadBlock) {
        CopyingStore copying = new CopyingStore(store);
        try (LeafSegments segments = LeafSegments.open(copying, Waiting.PATIENT.withThreadBlock(threadBlock))) {
            segments.nextId("order");
            long claimed = claimed(segments);
            copying.copyWithNextClaim = true;
            long first = claimed;
            // All that was in hand is drawn, so that the next segment is waited for.
            for (long id = 0; id < first; ) {
                id = segments.nextId("order");
            }
            assertThat(copying.copied).isNotNull();
            long id = segments.nextId("order");
            assertThat(id).isGreaterThanOrEqualTo(copying.copied.end());
        }
    }

    /** A copy made at any moment in between would have it, too, and hear of itself later. */
    @ParameterizedTest
    @ValueSource(ints = {0, 8})
    void nothingIsInHandFromBeforeACheckpointUntilAfterIt(int threadBlock) throws Exception {
        try (LeafSegments segments = LeafSegments.open(store, Waiting.PATIENT.withThreadBlock(threadBlock))) {
            segments.nextId("order");
            long claimed = claimed(segments);
            CopyDetector.system().expected();
            try {
                FutureTask<Long> caller = new FutureTask<>(() -> segments.nextId("order"));
                new Thread(caller).start();
                FutureTask<Long> firstOfAnotherTag = new FutureTask<>(() -> segments.nextId("new"));
                store.put("new", 1, STEP);
                new Thread(firstOfAnotherTag).start();
                assertThatThrownBy(() -> caller.get(200, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
                assertThat(firstOfAnotherTag.isDone()).isFalse();
                assertThat(segments.stats("order").orElseThrow().left()).isZero();
                assertThat(store.maxId("order")).isEqualTo(claimed);
                CopyDetector.system().restored();
                assertThat(caller.get()).isGreaterThanOrEqualTo(claimed);
                assertThat(firstOfAnotherTag.get()).isEqualTo(1);
            } finally {
                CopyDetector.system().restored();
            }
        }
    }

    /** The load that the call waits for finds that a checkpoint is under way, and is not made. */
    @Test
    void callThatWaitedBeforeTheCheckpointGoesOnAfterIt() throws Exception {
        ScheduledThreadPoolExecutor threads = new ScheduledThreadPoolExecutor(1);
        CountDownLatch busy = new CountDownLatch(1);
        threads.submit(() -> busy.await(Eventually.LIMIT.toSeconds(), TimeUnit.SECONDS));
        LeafTag tag =
                new LeafTag("order", new LoadContext(store, Waiting.PATIENT, threads, System::nanoTime), unknown -> {});
        FutureTask<Long> call = new FutureTask<>(tag::nextId);
        Thread caller = new Thread(call);
        try {
            caller.start();
            Waiting.awaitParked(caller);
            CopyDetector.system().expected();
            try {
                busy.countDown();
                Waiting.await(() -> threads.getCompletedTaskCount() == 2);
            } finally {
                CopyDetector.system().restored();
            }
            assertThat(call.get()).isEqualTo(1);
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void callThatWaitsTooLongForACheckpointFailsWithThatReason() {
        try (LeafSegments segments = LeafSegments.open(store, Waiting.PATIENT.withMaxWait(Duration.ofMillis(20)))) {
            Eventually.untilAnswered(() -> segments.nextId("order"));
            CopyDetector.system().expected();
            try {
                assertThatThrownBy(() -> segments.nextId("order"))
                        .isInstanceOf(BackendException.class)
                        .hasMessage(
                                "no ids of tag \"order\" while a checkpoint of the process is made; ids go on after it");
            } finally {
                CopyDetector.system().restored();
            }
        }
    }

    /** It has what was in hand in its array when it waits for more, and so has its copy. */
    @ParameterizedTest
    @ValueSource(ints = {0, 8})
    void batchThatWaitedWhenTheCopyWasMadeIsDrawnAgain(int threadBlock) {
        CopyingStore copying = new CopyingStore(store);
        try (LeafSegments segments = LeafSegments.open(copying, Waiting.PATIENT.withThreadBlock(threadBlock))) {
            segments.nextId("order");
            long[] batch = new long[(int) claimed(segments) + 10];
            copying.copyWithNextClaim = true;
            segments.nextIds("order", batch, 0, batch.length);
            assertThat(copying.copied).isNotNull();
            assertThat(batch[0]).isGreaterThanOrEqualTo(copying.copied.end());
            assertThat(batch).isSorted().doesNotHaveDuplicates();
            SegmentStats stats = segments.stats("order").orElseThrow();
            assertThat(stats.issued()).isEqualTo(1 + batch.length);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 8})
    void nothingIsGivenBackThatACopyMayGiveBackToo(int threadBlock) {
        LeafSegments segments = LeafSegments.open(store, Waiting.PATIENT.withThreadBlock(threadBlock));
        segments.nextId("order");
        long claimed = claimed(segments);
        CopyDetector.system().suspected();
        segments.close();
        assertThat(store.maxId("order")).isEqualTo(claimed);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 8})
    void whatIsLeftIsNotGivenBackOnceTheProcessWasCopiedWhileItWasDone(int threadBlock) {
        LeafSegments segments = LeafSegments.open(store, Waiting.PATIENT.withThreadBlock(threadBlock));
        segments.nextIds("order", new long[STEP / 2], 0, STEP / 2);
        Waiting.await(() -> store.maxId("order") == 2 * STEP + 1);
        claimed(segments);
        store.whenGivenBack(CopyDetector.system()::restored);
        segments.close();
        assertThat(store.maxId("order")).isEqualTo(STEP + 1);
        assertThat(store.isClosed()).isTrue();
    }

    /** A store whose process is copied right after an answer. */
    private static final class CopyingStore extends ForwardingStore {
        private volatile boolean copyWithNextClaim;
        private volatile @Nullable Segment copied;

        CopyingStore(SegmentStore store) {
            super(store);
        }

        @Override
        public Segment claim(String tag, long size) {
            Segment claim = super.claim(tag, size);
            if (copyWithNextClaim) {
                copyWithNextClaim = false;
                copied = claim;
                CopyDetector.system().expected();
                CopyDetector.system().restored();
            }
            return claim;
        }
    }

    /** Once what was claimed has arrived: one past the last of it. */
    private long claimed(LeafSegments segments) {
        Waiting.await(() -> {
            SegmentStats stats = segments.stats("order").orElseThrow();
            return stats.left() + stats.issued() + stats.burned() == store.maxId("order") - 1;
        });
        return store.maxId("order");
    }

    /** As after a snapshot of the machine: what is in hand may be another's, too. */
    @ParameterizedTest
    @ValueSource(ints = {0, 8})
    void segmentsInHandAreBurnedAfterAJumpOfTheClock(int threadBlock) {
        try (LeafSegments segments = LeafSegments.open(store, Waiting.PATIENT.withThreadBlock(threadBlock))) {
            segments.nextId("order");
            long claimed = claimed(segments);
            CopyDetector.system().suspected();
            assertThat(segments.stats("order").orElseThrow().left()).isZero();
            assertThat(segments.nextId("order")).isGreaterThanOrEqualTo(claimed);
        }
    }

    /** It remembers the segment that it drew from last. */
    @Test
    void generatorDrawsNothingOfASegmentThatWasCopied() {
        try (LeafSegmentGenerator ids = LeafSegmentGenerator.of(LeafSegments.open(store, Waiting.PATIENT), "order")) {
            ids.nextId();
            CopyDetector.system().restored();
            assertThat(ids.nextId()).isGreaterThan(STEP);
        }
    }
}
