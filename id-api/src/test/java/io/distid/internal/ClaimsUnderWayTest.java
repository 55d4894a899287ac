package io.distid.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClaimsUnderWayTest {
    private final ClaimsUnderWay underWay = new ClaimsUnderWay();
    private long seen = 1_000;

    private ClaimsUnderWay.Claim begin() {
        return underWay.begin(() -> seen);
    }

    @Test
    void secondAnswerOfTwoOverlappingClaimsIsNotNew() {
        ClaimsUnderWay.Claim late = begin();
        try (ClaimsUnderWay.Claim other = begin()) {
            assertThat(other.isNew(1_001, 1_010)).isTrue();
            seen = 1_010;
        }
        for (long first : new long[] {991, 1_001, 1_005, 1_010}) {
            assertThat(late.isNew(first, first + 10)).as("from " + first).isFalse();
        }
        assertThat(late.isNew(1_003, 1_004)).isFalse();
        assertThat(late.isNew(1_011, 1_020)).isTrue();
        late.close();
    }

    @Test
    void answersThatComeInAnotherOrderAreNew() {
        ClaimsUnderWay.Claim first = begin();
        ClaimsUnderWay.Claim second = begin();
        assertThat(second.isNew(1_011, 1_020)).isTrue();
        second.close();
        assertThat(first.isNew(1_001, 1_010)).isTrue();
        first.close();
    }

    /** What it was granted is not among what the next claim is compared with by the counter. */
    @Test
    void whatIsNotSeenYetWhenAnotherBeginsIsKept() {
        ClaimsUnderWay.Claim first = begin();
        assertThat(first.isNew(1_001, 1_001)).isTrue();
        ClaimsUnderWay.Claim second = begin();
        seen = 1_001;
        first.close();
        assertThat(second.isNew(1_001, 1_001)).isFalse();
        second.close();
    }

    @Test
    void whatGoesBackMayBeGrantedAgainAndThenOnce() {
        ClaimsUnderWay.Claim oldest = begin();
        try (ClaimsUnderWay.Claim claim = begin()) {
            assertThat(claim.isNew(1_001, 1_030)).isTrue();
            seen = 1_030;
        }
        seen = 1_010;
        underWay.goesBack(1_011, 1_030);
        try (ClaimsUnderWay.Claim claim = begin()) {
            assertThat(claim.isNew(1_011, 1_020)).isTrue();
            seen = 1_020;
        }
        assertThat(oldest.isNew(1_010, 1_010)).isFalse();
        assertThat(oldest.isNew(1_011, 1_011)).isFalse();
        assertThat(oldest.isNew(1_021, 1_030)).isTrue();
        oldest.close();
    }

    /** One that is sent again after numbers went back below what had been seen when it began may be granted them. */
    @Test
    void whatIsGrantedBelowWhatHadBeenSeenSinceSomeOfItWentBackIsKept() {
        ClaimsUnderWay.Claim oldest = begin();
        seen = 900;
        underWay.goesBack(901, 1_000);
        try (ClaimsUnderWay.Claim claim = begin()) {
            assertThat(claim.isNew(901, 910)).isTrue();
            seen = 910;
        }
        assertThat(oldest.isNew(901, 910)).isFalse();
        oldest.close();
    }

    @Test
    void aSingleNumberThatWentBackIsKeptOnceItIsGrantedAgain() {
        ClaimsUnderWay.Claim oldest = begin();
        seen = 900;
        underWay.goesBack(901, 1_000);
        try (ClaimsUnderWay.Claim claim = begin()) {
            assertThat(claim.isNew(901, 901)).isTrue();
            seen = 901;
        }
        assertThat(oldest.isNew(901, 901)).isFalse();
        oldest.close();
    }

    @Test
    void onlyThePartOfARangeThatGoesBackMayBeGrantedAgain() {
        ClaimsUnderWay.Claim oldest = begin();
        try (ClaimsUnderWay.Claim claim = begin()) {
            assertThat(claim.isNew(1_001, 1_030)).isTrue();
        }
        underWay.goesBack(1_011, 1_020);
        assertThat(oldest.isNew(1_010, 1_010)).isFalse();
        assertThat(oldest.isNew(1_021, 1_021)).isFalse();
        assertThat(oldest.isNew(1_030, 1_030)).isFalse();
        assertThat(oldest.isNew(1_011, 1_020)).isTrue();
        oldest.close();
    }

    @Test
    void whatIsBeyondLiesAboveWhatIsGrantedAndNotSeenYet() {
        ClaimsUnderWay.Claim late = begin();
        ClaimsUnderWay.Claim other = begin();
        assertThat(other.isNew(1_001, 1_001)).isTrue();
        ClaimsUnderWay.Claim notSeenYet = begin();
        assertThat(notSeenYet.isNew(1_005, 1_010)).isTrue();
        seen = 1_001;
        assertThat(late.isNew(1_001, 1_001)).isFalse();
        assertThat(late.beyond(seen)).isEqualTo(1_011);
        for (ClaimsUnderWay.Claim claim : List.of(late, other, notSeenYet)) {
            claim.close();
        }
    }

    /** Whoever found it out has not told it yet: what is compared with the counter is still what the counter is trusted at. */
    @Test
    void onceANumberIsGrantedTwiceNoClaimThatIsUnderWayIsGrantedAnythingNew() {
        ClaimsUnderWay.Claim late = begin();
        ClaimsUnderWay.Claim under = begin();
        try (ClaimsUnderWay.Claim other = begin()) {
            assertThat(other.isNew(1_001, 1_001)).isTrue();
            seen = 1_001;
        }
        assertThat(late.isNew(1_001, 1_001)).isFalse();
        ClaimsUnderWay.Claim sentSince = begin();
        assertThat(sentSince.isNew(1_002, 1_002)).isFalse();
        seen = late.beyond(seen);
        assertThat(under.isNew(1_900, 1_900)).isFalse();
        for (ClaimsUnderWay.Claim claim : List.of(late, under, sentSince)) {
            claim.close();
        }
    }

    @Test
    void aClaimIsInDoubtUpToTheGreatestRefusedNumberInAnyOrder() {
        ClaimsUnderWay.Claim late = begin();
        ClaimsUnderWay.Claim under = begin();
        try (ClaimsUnderWay.Claim other = begin()) {
            assertThat(other.isNew(1_001, 1_010)).isTrue();
            seen = 1_010;
        }
        assertThat(late.isNew(1_010, 1_010)).isFalse();
        assertThat(under.isNew(950, 950)).isFalse();
        ClaimsUnderWay.Claim sentSince = begin();
        assertThat(sentSince.isNew(1_011, 1_011)).isFalse();
        for (ClaimsUnderWay.Claim claim : List.of(late, under, sentSince)) {
            claim.close();
        }
    }

    @Test
    void aClaimIsInDoubtWhileARefusedClaimHasNotReportedIt() {
        ClaimsUnderWay.Claim late = begin();
        ClaimsUnderWay.Claim under = begin();
        try (ClaimsUnderWay.Claim other = begin()) {
            assertThat(other.isNew(1_001, 1_001)).isTrue();
            seen = 1_001;
        }
        assertThat(late.isNew(1_001, 1_001)).isFalse();
        assertThat(under.isNew(1_002, 1_004)).isFalse();
        seen = late.beyond(seen);
        late.close();
        ClaimsUnderWay.Claim sentSince = begin();
        assertThat(sentSince.isNew(1_005, 1_005)).isFalse();
        under.close();
        sentSince.close();
    }

    @Test
    void rangesAreHeldNoLongerThanAClaimThatBeganBeforeThem() {
        for (int i = 0; i < 10_000; i++) {
            ClaimsUnderWay.Claim claim = begin();
            // Of other processes are those between.
            assertThat(claim.isNew(seen + 2, seen + 2)).isTrue();
            seen += 2;
            ClaimsUnderWay.Claim next = begin();
            claim.close();
            assertThat(underWay.size()).isLessThanOrEqualTo(1);
            next.close();
        }
        assertThat(underWay.size()).isZero();
    }

    @Test
    void neighboursAreHeldAsOne() {
        ClaimsUnderWay.Claim oldest = begin();
        for (int i = 0; i < 1_000; i++) {
            try (ClaimsUnderWay.Claim claim = begin()) {
                // Pairs whose answers come in another order.
                long number = 1_001 + (i ^ 1);
                assertThat(claim.isNew(number, number)).isTrue();
            }
        }
        assertThat(underWay.size()).isEqualTo(1);
        oldest.close();
        assertThat(underWay.size()).isZero();
    }

    /** As where a stack overflows in the call, and what was begun there is not closed. */
    @Test
    void aClaimThatNobodyHasKeepsNothing() {
        begin();
        Awaitility.await().atMost(Duration.ofMinutes(2)).until(() -> {
            System.gc();
            for (int i = 0; i < 10; i++) {
                ClaimsUnderWay.Claim claim = begin();
                ClaimsUnderWay.Claim next = begin();
                assertThat(claim.isNew(seen + 2, seen + 2)).isTrue();
                seen += 2;
                claim.close();
                next.close();
            }
            return underWay.size() == 0;
        });
    }

    @Test
    void whatIsBeyondHasRoomAtTheEnd() {
        assertThat(beyondAfterTwice(1_005, 1_005)).isEqualTo(1_006);
        assertThat(beyondAfterTwice(1_005, 1_009)).isEqualTo(1_010);
        assertThat(beyondAfterTwice(Long.MAX_VALUE, Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
    }

    private long beyondAfterTwice(long last, long kept) {
        try (ClaimsUnderWay.Claim one = begin();
                ClaimsUnderWay.Claim other = begin()) {
            assertThat(one.isNew(last, last)).isTrue();
            assertThat(other.isNew(last, last)).isFalse();
            return other.beyond(kept);
        }
    }

    /** It was compared with what had been seen when it was sent, and moves the counter to where it would be trusted again. */
    @Test
    void whatIsGrantedToAClaimThatWasSentBeforeOneIsGrantedTwiceIsNotNew() {
        ClaimsUnderWay.Claim late = begin();
        try (ClaimsUnderWay.Claim other = begin()) {
            assertThat(other.isNew(1_001, 1_001)).isTrue();
            seen = 1_001;
        }
        ClaimsUnderWay.Claim third = begin();
        ClaimsUnderWay.Claim sentAgain = begin();
        assertThat(late.isNew(1_001, 1_001)).isFalse();
        ClaimsUnderWay.Claim beforeItIsSeen = begin();
        seen = late.beyond(seen);
        late.close();
        assertThat(third.isNew(1_002, 1_004)).isFalse();
        seen = third.beyond(seen);
        third.close();
        assertThat(beforeItIsSeen.isNew(1_005, 1_005)).isFalse();
        seen = beforeItIsSeen.beyond(seen);
        beforeItIsSeen.close();
        assertThat(seen).isEqualTo(1_006);
        sentAgain.sends();
        assertThat(sentAgain.isNew(1_007, 1_007)).isTrue();
        sentAgain.close();
        try (ClaimsUnderWay.Claim next = begin()) {
            assertThat(next.isNew(1_008, 1_008)).isTrue();
        }
    }

    /** Nobody else uses the counter. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void aCounterThatGrantedANumberTwiceIsRefusedUntilItIsMovedOn(long seed) {
        Random random = new Random(seed);
        record Sent(ClaimsUnderWay.Claim claim, long first, long last) {}
        List<Sent> sent = new ArrayList<>();
        long counter = seen;
        boolean refused = false;
        int times = 0;
        for (int i = 0; i < 50_000; i++) {
            if (!refused && random.nextInt(50) == 0) {
                counter -= random.nextInt(20);
            }
            if (sent.size() < 8 && random.nextBoolean() && counter >= seen) {
                int size = 1 + random.nextInt(3);
                sent.add(new Sent(begin(), counter + 1, counter + size));
                counter += size;
            } else if (!sent.isEmpty()) {
                Sent answered = sent.remove(random.nextInt(sent.size()));
                if (answered.claim().isNew(answered.first(), answered.last())) {
                    seen = Math.max(seen, answered.last());
                } else {
                    seen = answered.claim().beyond(seen);
                    refused = true;
                }
                answered.claim().close();
            } else if (counter < seen) {
                times += refused ? 1 : 0;
                counter = seen;
                refused = false;
            } else {
                assertThat(refused).as("trusted again at " + counter).isFalse();
            }
        }
        assertThat(times).isPositive();
    }

    /** A counter that is moved back now and then, some calls at a time, whose answers come in any order. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void noNumberIsTakenTwiceAndNoneIsRefusedOfACounterThatOnlyGrows(long seed) {
        Random random = new Random(seed);
        boolean goesBack = seed % 2 == 0;
        record Sent(ClaimsUnderWay.Claim claim, long first, long last) {}
        List<Sent> sent = new ArrayList<>();
        Set<Long> taken = new HashSet<>();
        long counter = seen;
        int refused = 0;
        for (int i = 0; i < 20_000; i++) {
            if (goesBack && random.nextInt(50) == 0) {
                counter -= random.nextInt(20);
            }
            if (sent.size() < 8 && random.nextBoolean()) {
                ClaimsUnderWay.Claim claim = begin();
                if (counter < seen) {
                    // As the counter's script does.
                    claim.close();
                    counter = seen;
                } else {
                    int size = 1 + random.nextInt(3);
                    sent.add(new Sent(claim, counter + 1, counter + size));
                    counter += size + random.nextInt(2);
                }
            } else if (!sent.isEmpty()) {
                Sent answered = sent.remove(random.nextInt(sent.size()));
                if (answered.claim().isNew(answered.first(), answered.last())) {
                    for (long number = answered.first(); number <= answered.last(); number++) {
                        assertThat(taken.add(number)).as("number " + number).isTrue();
                    }
                    seen = Math.max(seen, answered.last());
                } else {
                    refused++;
                }
                answered.claim().close();
            }
        }
        assertThat(refused > 0).isEqualTo(goesBack);
    }
}
