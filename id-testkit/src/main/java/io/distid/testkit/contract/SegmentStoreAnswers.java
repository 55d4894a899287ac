package io.distid.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.distid.BackendException;
import io.distid.StoreRegressedException;
import io.distid.spi.Segment;
import io.distid.spi.SegmentStore;
import io.distid.testkit.ConcurrentRunner;
import io.distid.testservers.fault.LossyLink;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests of claims and of ranges given back that are carried out, but whose answers are lost. */
abstract class SegmentStoreAnswers extends SegmentStoreRanges {
    private static final Duration ENOUGH = Duration.ofSeconds(4);
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int MOST_ANSWERS = 100;
    private static final int SIZE = 10;
    private static final double DROPPED = 0.2;
    private static final long SEED = 20_260_101;

    @Test
    final void claimWhoseAnswerIsLostBurnsARangeAtMost() throws Exception {
        String tag = newTag(1, SIZE);
        List<ClaimRange> ranges = Collections.synchronizedList(new ArrayList<>());
        try (SegmentStore direct = open()) {
            boolean dropped = true;
            for (int answers = 0; dropped; answers++) {
                try (LossyLink link = new LossyLink(server().address());
                        SegmentStore store = openThrough(link)) {
                    // Another caller claims between the claim and its repeat, or its undoing.
                    link.dropAnswerAfter(answers, () -> claimUnlessLocked(direct, tag, ranges));
                    Segment segment = claimOnceAnswered(store, tag);
                    dropped = link.answersDropped() > 0;
                    link.dropNoAnswer();
                    assertThat(segment.size()).as("size of %s", segment).isEqualTo(SIZE);
                    ranges.add(ClaimRange.of(segment));
                    ranges.add(ClaimRange.of(direct.claim(tag, SIZE)));
                    ranges.add(ClaimRange.of(store.claim(tag, SIZE)));
                }
                assertThat(answers).as("answers to one claim").isLessThan(MOST_ANSWERS);
            }
        }
        ClaimRange.refuseOverlaps(List.of(ranges));
    }

    @Test
    final void rangeGivenBackWithoutAnAnswerIsGrantedOnceMoreOrNever() throws Exception {
        for (boolean othersClaim : new boolean[] {true, false}) {
            boolean dropped = true;
            for (int answers = 0; dropped; answers++) {
                dropped = giveBackAndLose(answers, othersClaim);
                assertThat(answers).as("answers to what was given back").isLessThan(MOST_ANSWERS);
            }
        }
    }

    /**
     * Gives a range back.
     *
     * @param answers how many answers come before the lost one
     * @param othersClaim whether another caller claims between the request and its repeat
     * @return whether there was such an answer
     */
    private boolean giveBackAndLose(int answers, boolean othersClaim) throws Exception {
        String tag = newTag(1000, SIZE);
        List<ClaimRange> used = Collections.synchronizedList(new ArrayList<>());
        try (SegmentStore direct = open();
                LossyLink link = new LossyLink(server().address());
                SegmentStore store = openThrough(link)) {
            Segment first = store.claim(tag, SIZE);
            link.dropAnswerAfter(answers, () -> {
                if (othersClaim) {
                    claimUnlessLocked(direct, tag, used);
                }
            });
            giveBack(store, tag, first);
            boolean dropped = link.answersDropped() > 0;
            link.dropNoAnswer();
            used.add(ClaimRange.of(claimOnceAnswered(store, tag)));
            used.add(ClaimRange.of(direct.claim(tag, SIZE)));
            ClaimRange.refuseOverlaps(List.of(used));
            assertThat(used)
                    .as("ranges after one was given back, when answer %d was lost", answers + 1)
                    .allMatch(range -> range.start() >= first.start() && range.start() <= first.end() + 2 * SIZE);
            return dropped;
        }
    }

    @Test
    final void rangesAreDisjointThoughAnswersAreLostAtRandom() throws Exception {
        String tag = newTag(1, SIZE);
        try (LossyLink link = new LossyLink(server().address());
                SegmentStore one = openThrough(link);
                SegmentStore two = openThrough(link);
                SegmentStore three = open();
                SegmentStore four = open()) {
            link.dropAnswers(DROPPED, SEED);
            List<SegmentStore> stores = List.of(one, two, three, four);
            List<List<ClaimRange>> streams = ConcurrentRunner.run(stores.size(), Duration.ofMinutes(2), thread -> {
                List<ClaimRange> used = new ArrayList<>();
                long start = System.nanoTime();
                // Each lost answer costs a new connection, which takes a while on a busy machine.
                for (int i = 0;
                        i < claimsPerThread() * 10
                                && (System.nanoTime() - start < ENOUGH.toNanos() || link.answersDropped() == 0);
                        i++) {
                    Segment segment = claimUnlessBelow(stores.get(thread), tag);
                    if (segment != null && i % 2 == 0) {
                        giveBack(stores.get(thread), tag, segment);
                    } else if (segment != null) {
                        used.add(ClaimRange.of(segment));
                    }
                }
                return used;
            });
            assertThat(link.answersDropped()).as("answers dropped").isPositive();
            ClaimRange.refuseOverlaps(streams);
        }
    }

    private Segment claimOnceAnswered(SegmentStore store, String tag) {
        return Awaitility.await("a claim that is answered")
                .atMost(PATIENCE)
                .until(() -> claim(store, tag), segment -> segment != null);
    }

    /**
     * Claims; null if the store does not answer, or if another object gave back a lower range than this object did. A store
     * may take that for a regression: generators give back when they are closed, and claim no more.
     */
    private static @Nullable Segment claimUnlessBelow(SegmentStore store, String tag) {
        try {
            return claim(store, tag);
        } catch (StoreRegressedException e) {
            return null;
        }
    }

    /**
     * Claims, unless the store keeps the tag locked for the caller whose answer is about to be lost, until its link
     * ends.
     */
    private static void claimUnlessLocked(SegmentStore store, String tag, List<ClaimRange> ranges) {
        Segment segment = claim(store, tag);
        if (segment != null) {
            ranges.add(ClaimRange.of(segment));
        }
    }

    /** Claims; null if the store does not answer. */
    private static @Nullable Segment claim(SegmentStore store, String tag) {
        try {
            return store.claim(tag, SIZE);
        } catch (BackendException e) {
            return null;
        }
    }

    private static void giveBack(SegmentStore store, String tag, Segment unused) {
        Throwable error = catchThrowable(() -> store.giveBack(tag, unused));
        if (error != null) {
            assertThat(error).as("error of giving back").isInstanceOf(BackendException.class);
        }
    }
}
