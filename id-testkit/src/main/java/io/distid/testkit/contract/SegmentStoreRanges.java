package io.distid.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.distid.ConfigException;
import io.distid.IdsExhaustedException;
import io.distid.spi.Segment;
import io.distid.spi.SegmentStore;
import io.distid.testkit.ConcurrentRunner;
import io.distid.testkit.TestJvm;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Tests of the ranges that a {@link SegmentStore} grants: of the requested size, ascending, and each to one caller. */
abstract class SegmentStoreRanges extends SegmentStoreFixture {
    /** The limit for competing claims: a store that compares and sets carries them out one after the other, for a minute on a busy machine. */
    static final Duration CONTENDED = Duration.ofMinutes(10);

    private static final int THREADS_OF_CHILD = 16;

    @Test
    final void rangesHaveTheSizeAskedForAndAscend() throws Exception {
        String tag = newTag(1, 10);
        try (SegmentStore store = open()) {
            OrderChecker<ClaimRange> order = new OrderChecker<>("ranges of one object");
            for (long size : new long[] {1, 2, 1000, 1, 1_000_000, 7}) {
                order.draw(() -> {
                    Segment segment = store.claim(tag, size);
                    assertThat(segment.size()).as("size of %s", segment).isEqualTo(size);
                    return List.of(ClaimRange.of(segment));
                });
            }
        }
    }

    @Test
    final void firstRangeBeginsAtTheCounter() throws Exception {
        String tag = newTag(1000, 10);
        try (SegmentStore store = open()) {
            assertThat(store.claim(tag, 5)).as("first range").isEqualTo(new Segment(1000, 1005));
        }
    }

    @Test
    @ResourceLock(TestJvm.CROWD)
    final void rangesOfManyThreadsObjectsAndProcessesAreDisjoint() throws Exception {
        String tag = newTag(1, 10);
        try (TestJvm other = new TestJvm(
                        SegmentStoreChild.class,
                        config(),
                        store(),
                        tag,
                        Integer.toString(THREADS_OF_CHILD),
                        Integer.toString(claimsPerThread()));
                SegmentStore one = open();
                SegmentStore two = open();
                SegmentStore three = open()) {
            List<SegmentStore> stores = List.of(one, two, three);
            List<OrderChecker<ClaimRange>> orders =
                    List.of(new OrderChecker<>("one"), new OrderChecker<>("two"), new OrderChecker<>("three"));
            other.await("ready", TestJvm.START);
            other.tell("go");
            List<List<ClaimRange>> streams = ConcurrentRunner.run(12, CONTENDED, thread -> {
                List<ClaimRange> ranges = new ArrayList<>();
                for (int i = 0; i < claimsPerThread(); i++) {
                    long size = 1 + (thread + i) % 9;
                    int object = thread % stores.size();
                    ranges.addAll(orders.get(object)
                            .draw(() -> List.of(ClaimRange.of(ConcurrentRunner.untilAnswered(
                                    () -> stores.get(object).claim(tag, size))))));
                }
                return ranges;
            });
            streams.addAll(rangesOf(other));
            ClaimRange.refuseOverlaps(streams);
        }
    }

    @Test
    final void tagsDoNotMeet() throws Exception {
        String one = newTag(1, 10);
        String two = newTag(500, 10);
        try (SegmentStore store = open()) {
            store.claim(one, 100);
            assertThat(store.claim(two, 10)).as("first range of the other tag").isEqualTo(new Segment(500, 510));
        }
    }

    @Test
    final void badSizeIsRefused() throws Exception {
        String tag = newTag(1, 10);
        try (SegmentStore store = open()) {
            for (long size : new long[] {0, -1, Long.MIN_VALUE}) {
                assertThat(catchThrowable(() -> store.claim(tag, size)))
                        .as("claim of %d ids", size)
                        .isInstanceOfAny(IllegalArgumentException.class, ConfigException.class)
                        .hasMessageContaining(Long.toString(size));
            }
            assertThat(store.claim(tag, 1))
                    .as("first range after refused claims")
                    .isEqualTo(new Segment(1, 2));
        }
    }

    @Test
    final void rangesEndBelowTheGreatestLong() throws Exception {
        String tag = newTag(Long.MAX_VALUE - 100, 10);
        try (SegmentStore store = open()) {
            assertThat(store.claim(tag, 10).size()).as("size near the end").isEqualTo(10);
            for (long size : new long[] {1000, Long.MAX_VALUE}) {
                assertThat(catchThrowable(() -> store.claim(tag, size)))
                        .as("claim of %d ids with fewer than 100 left", size)
                        .isInstanceOf(IdsExhaustedException.class)
                        .hasMessageContaining(tag);
            }
        }
        String fresh = newTag(5, 10);
        try (SegmentStore store = open()) {
            assertThat(catchThrowable(() -> store.claim(fresh, Long.MAX_VALUE)))
                    .as("claim of more ids than there are from 5 on")
                    .isInstanceOf(IdsExhaustedException.class);
        }
    }

    @Test
    final void rangeThatWasGivenBackIsGrantedOnceMoreOrNever() throws Exception {
        String tag = newTag(1000, 10);
        try (SegmentStore mine = open();
                SegmentStore other = open()) {
            Segment first = mine.claim(tag, 100);
            boolean taken = mine.giveBack(tag, new Segment(first.start() + 40, first.end()));
            Segment second = other.claim(tag, 100);
            assertThat(second.start())
                    .as("start of the range after [1040, 1100) was %s", taken ? "taken back" : "kept as used")
                    .isEqualTo(taken ? 1040 : 1100);
            assertThat(mine.claim(tag, 10).start())
                    .as("start of the next range of the object that gave one back")
                    .isEqualTo(second.end());
            assertThat(other.giveBack(tag, new Segment(second.start() + 1, second.end())))
                    .as("whether a range is taken back though another was claimed after it")
                    .isFalse();
            assertThat(mine.claim(tag, 10).start())
                    .as("start of the range after one that was not taken back")
                    .isEqualTo(second.end() + 10);
        }
    }

    private List<List<ClaimRange>> rangesOf(TestJvm child) {
        List<List<ClaimRange>> streams = new ArrayList<>();
        for (int thread = 0; thread < THREADS_OF_CHILD; thread++) {
            OrderChecker<ClaimRange> order = new OrderChecker<>("ranges of one thread");
            List<ClaimRange> ranges = new ArrayList<>();
            for (int i = 0; i < claimsPerThread(); i++) {
                List<String> words = child.await("range", CONTENDED);
                assertThat(words.get(0)).as("thread").isEqualTo(Integer.toString(thread));
                ClaimRange range = new ClaimRange(Long.parseLong(words.get(1)), Long.parseLong(words.get(2)));
                ranges.addAll(order.draw(() -> List.of(range)));
            }
            streams.add(ranges);
        }
        return streams;
    }
}
