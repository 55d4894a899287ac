package io.distid.leaf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.SegmentStats;
import io.distid.process.CopyDetector;
import io.distid.spi.Segment;
import io.distid.spi.SegmentStore;
import io.distid.testkit.Eventually;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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

    @Test
    void callThatWaitsTooLongForACheckpointIsToldSo() {
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
    void batchThatWaitedWhenTheCopyWasMadeIsDrawnAnew(int threadBlock) {
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

    /** Of one that has been open for a day, when clocks that run differ by more than that. */
    @ParameterizedTest
    @CsvSource({"0, true", "30, false", "-30, false"})
    void nothingIsGivenBackAfterAStandstillHoweverLongItHasBeenOpen(int standstill, boolean givenBack) {
        AtomicLong seconds = new AtomicLong();
        AtomicLong ofTheDay = new AtomicLong();
        ClockWatch clocks =
                new ClockWatch(() -> seconds.get() * 1_000_000_000, () -> (seconds.get() + ofTheDay.get()) * 1_000);
        LeafSegments segments = LeafSegments.open(store, Waiting.PATIENT, System::nanoTime, clocks);
        segments.nextId("order");
        long claimed = claimed(segments);
        for (int minute = 0; minute < 24 * 60; minute++) {
            seconds.addAndGet(ClockWatch.PERIOD);
            ofTheDay.addAndGet(minute == 1_000 ? standstill : 0);
            clocks.hasDrifted();
        }
        segments.close();
        assertThat(store.maxId("order") < claimed).isEqualTo(givenBack);
    }

    @Test
    void nothingIsGivenBackAfterALookAtTheClocksThatFailed() {
        AtomicBoolean fails = new AtomicBoolean();
        ClockWatch clocks = new ClockWatch(
                () -> {
                    if (fails.get()) {
                        throw new OutOfMemoryError("planted");
                    }
                    return 0;
                },
                () -> 0);
        LeafSegments segments = LeafSegments.open(store, Waiting.PATIENT, System::nanoTime, clocks);
        segments.nextId("order");
        long claimed = claimed(segments);
        fails.set(true);
        assertThatThrownBy(clocks::hasDrifted).isInstanceOf(OutOfMemoryError.class);
        fails.set(false);
        segments.close();
        assertThat(store.maxId("order")).isEqualTo(claimed);
    }

    @Test
    void whatIsLeftIsNotGivenBackOnceTheMachineStoodStillWhileItWasDone() {
        AtomicLong ofTheDay = new AtomicLong();
        ClockWatch clocks = new ClockWatch(() -> 0, ofTheDay::get);
        store.put("user", 1, STEP);
        store.whenGivenBack(() -> ofTheDay.addAndGet(30_000));
        LeafSegments segments = LeafSegments.open(store, Waiting.PATIENT, System::nanoTime, clocks);
        segments.nextId("order");
        segments.nextId("user");
        segments.close();
        assertThat(Stream.of("order", "user").filter(tag -> store.maxId(tag) == 2))
                .hasSize(1);
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

    @ParameterizedTest
    @ValueSource(ints = {0, 8})
    void aClockThatWasSetBurnsNothing(int threadBlock) {
        try (LeafSegments segments = LeafSegments.open(store, Waiting.PATIENT.withThreadBlock(threadBlock))) {
            long first = segments.nextId("order");
            CopyDetector.system().suspected();
            assertThat(segments.nextId("order")).isEqualTo(first + 1);
        }
    }
}
