package io.distid.leaf;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.testkit.Eventually;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OrderTest {
    private static final LeafOptions OPTIONS = Waiting.PATIENT;

    private final MemoryStore store = new MemoryStore();

    /** Any id must be above every id that was returned before its call began, whichever thread it was returned to. */
    @ParameterizedTest
    @ValueSource(longs = {1, 3, 64, 1_000})
    void anIdIsAboveAllThatWereReturnedBeforeItsCallBegan(long step) throws Exception {
        store.put("order", 0, step);
        AtomicLong greatest = new AtomicLong();
        int each = step < 10 ? 3_000 : 100_000;
        try (LeafSegments segments = LeafSegments.open(store, OPTIONS.withStep(fixed(step)))) {
            List<long[]> drawn = onThreads(4, thread -> {
                long[] ids = new long[each];
                for (int i = 0; i < ids.length; i++) {
                    long before = greatest.get();
                    long id = segments.nextId("order");
                    if (id <= before) {
                        throw new AssertionError(id + " was drawn after " + before + " had been returned");
                    }
                    greatest.accumulateAndGet(id, Math::max);
                    ids[i] = id;
                }
                return ids;
            });
            assertAllDistinct(drawn);
        }
    }

    @Test
    void batchesAndSingleIdsTogetherRepeatNothingAndIncrease() throws Exception {
        store.put("order", 0, 100);
        try (LeafSegments segments = LeafSegments.open(store, OPTIONS.withStep(fixed(100)))) {
            List<long[]> drawn = onThreads(4, thread -> {
                long[] ids = new long[30_000];
                int at = 0;
                for (int size = 1; at < ids.length; size = size % 250 + 7) {
                    int to = Math.min(ids.length, at + size);
                    segments.nextIds("order", ids, at, to);
                    at = to;
                    if (at < ids.length) {
                        ids[at++] = segments.nextId("order");
                    }
                }
                assertThat(ids).isSorted();
                return ids;
            });
            assertAllDistinct(drawn);
        }
    }

    @Test
    void aBatchCrossesSegmentsWithoutHoles() {
        store.put("order", 1, 10);
        try (LeafSegments segments = LeafSegments.open(store, OPTIONS)) {
            long[] ids = new long[95];
            segments.nextIds("order", ids, 0, 95);
            assertThat(ids).startsWith(1).endsWith(95).isSorted();
            assertAllDistinct(List.of(ids));
            assertThat(segments.nextId("order")).isEqualTo(96);
        }
    }

    @Test
    void aBatchIsOneClaimOnTheCounter() {
        store.put("order", 1, 10_000);
        try (LeafSegments segments = LeafSegments.open(store, OPTIONS)) {
            long[] ids = new long[1_026];
            segments.nextIds("order", ids, 1, 1_025);
            assertThat(Arrays.copyOfRange(ids, 1, 1_025)).startsWith(1).endsWith(1_024);
            assertThat(ids[0]).isZero();
            assertThat(ids[1_025]).isZero();
        }
    }

    /** What a caller does that read a segment, stalled, and went on after others had moved to the next one. */
    @Test
    void aCallerThatStalledOnAUsedUpSegmentGetsNothingOfIt() {
        store.put("order", 1, 10);
        try (LeafSegments segments = LeafSegments.open(store, OPTIONS)) {
            LeafTag tag = segments.tag("order");
            OpenSegment read = tag.current();
            for (int i = 0; i < 11; i++) {
                tag.nextId();
            }
            assertThat(tag.current()).isNotSameAs(read);
            assertThat(read.claim(1)).isGreaterThanOrEqualTo(read.size);
            assertThat(read.drain()).isNull();
        }
    }

    private static StepRule fixed(long step) {
        return new StepRule(step, step, Duration.ZERO, Duration.ofDays(1));
    }

    interface Draw {
        long[] run(int thread) throws Exception;
    }

    static List<long[]> onThreads(int count, Draw draw) throws Exception {
        List<FutureTask<long[]>> tasks = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int thread = i;
            FutureTask<long[]> task = new FutureTask<>(() -> draw.run(thread));
            tasks.add(task);
            Thread runner = new Thread(task);
            runner.setDaemon(true);
            runner.start();
        }
        List<long[]> drawn = new ArrayList<>();
        for (FutureTask<long[]> task : tasks) {
            drawn.add(task.get(Eventually.LIMIT.toSeconds(), TimeUnit.SECONDS));
        }
        return drawn;
    }

    static void assertAllDistinct(List<long[]> drawn) {
        long[] all = drawn.stream().flatMapToLong(Arrays::stream).sorted().toArray();
        assertThat(all[0]).isPositive();
        for (int i = 1; i < all.length; i++) {
            if (all[i] == all[i - 1]) {
                throw new AssertionError(all[i] + " was drawn twice");
            }
        }
    }
}
