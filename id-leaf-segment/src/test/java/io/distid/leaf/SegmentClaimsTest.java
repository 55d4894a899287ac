package io.distid.leaf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.StoreRegressedException;
import io.distid.spi.Segment;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SegmentClaimsTest {
    private static final long LOOK_AHEAD = 1 << 17;
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final MemoryStore store = new MemoryStore().put("order", 1, 100);
    private final SimulatedLoader loader = new SimulatedLoader(store);

    @AfterEach
    void end() {
        loader.shutdownNow();
    }

    @Test
    void theStepGoesOnFromWhatLookAheadHadClaimed() {
        SegmentClaims claims = claims(StepRule.DEFAULT);
        usedUpAfter(SECOND, claims, claims.claim(LOOK_AHEAD));
        usedUpAfter(SECOND, claims, claims.claim(LOOK_AHEAD));
        assertThat(claims.step()).isEqualTo(2 * LOOK_AHEAD);
        claims.claim(0);
        assertThat(claims.step()).isEqualTo(4 * LOOK_AHEAD);
    }

    @Test
    void aStepThatHasGoneOnWaitsForGrowEveryToGoOnAgain() {
        SegmentClaims claims = claims(StepRule.DEFAULT);
        usedUpAfter(SECOND, claims, claims.claim(LOOK_AHEAD));
        usedUpAfter(Duration.ofMillis(249), claims, claims.claim(0));
        claims.claim(0);
        assertThat(claims.step()).isEqualTo(2 * LOOK_AHEAD);
    }

    @Test
    void aStepOfLookAheadEndsAtMaxStepAsEveryStep() {
        SegmentClaims claims = claims(StepRule.DEFAULT);
        usedUpAfter(SECOND, claims, claims.claim(50_000_000));
        claims.claim(0);
        assertThat(claims.step()).isEqualTo(10_000_000);
    }

    @Test
    void soonerThanGrowEveryTheStepStaysAsItIs() {
        SegmentClaims claims = claims(StepRule.DEFAULT);
        usedUpAfter(Duration.ofMillis(1), claims, claims.claim(LOOK_AHEAD));
        claims.claim(0);
        assertThat(claims.step())
                .as("a burst at the start does not end at the cap")
                .isEqualTo(100);
    }

    @Test
    void whatLookAheadHadClaimedAndLastedLeavesTheStepAsItIs() {
        SegmentClaims claims = claims(StepRule.DEFAULT);
        usedUpAfter(Duration.ofMinutes(20), claims, claims.claim(LOOK_AHEAD));
        usedUpAfter(Duration.ofMinutes(40), claims, claims.claim(0));
        assertThat(claims.step()).as("an idle tag has what its step says").isEqualTo(100);
        claims.claim(0);
        assertThat(claims.step()).isEqualTo(100);
    }

    @Test
    void aSmallSegmentSaysNothingOfALargeOneClaimedAfterIt() {
        SegmentClaims claims = claims(StepRule.DEFAULT);
        Segment small = claims.claim(0);
        claims.claim(LOOK_AHEAD);
        usedUpAfter(SECOND, claims, small);
        claims.claim(0);
        assertThat(claims.step()).isEqualTo(200);
    }

    @Test
    void whereLittleIsLeftTheStepDoesNotGoOnFromWhatCouldBeClaimedBefore() {
        store.put("order", Long.MAX_VALUE - LOOK_AHEAD - 1_000, 100);
        SegmentClaims claims = claims(StepRule.DEFAULT);
        Segment large = claims.claim(LOOK_AHEAD);
        claims.claim(LOOK_AHEAD);
        assertThat(claims.step()).as("no more was left").isEqualTo(100);
        usedUpAfter(SECOND, claims, large);
        claims.claim(0);
        assertThat(claims.step()).isEqualTo(200);
    }

    @Test
    void leafsRuleGoesOnFromItsOwnStep() {
        SegmentClaims claims = claims(StepRule.LEAF);
        usedUpAfter(SECOND, claims, claims.claim(LOOK_AHEAD));
        claims.claim(0);
        assertThat(claims.step()).isEqualTo(200);
    }

    @Test
    void aRangeThatBeginsWithTheLastIdOfTheOneBeforeIsRefused() {
        SegmentClaims claims = claims(StepRule.DEFAULT);
        Segment first = claims.claim(0);
        store.put("order", first.end() - 1, 100);
        assertThatThrownBy(() -> claims.claim(0)).isInstanceOf(StoreRegressedException.class);
        store.put("order", first.end(), 100);
        assertThat(claims.claim(0).start()).isEqualTo(first.end());
    }

    @Test
    void whatTheStoreHasGrantedIsNotForgottenWithTheTagsUse() {
        SegmentClaims claims = claims(StepRule.DEFAULT);
        Segment first = claims.claim(0);
        store.put("order", first.start(), 100);
        claims.startOver();
        assertThatThrownBy(() -> claims.claim(0)).isInstanceOf(StoreRegressedException.class);
    }

    @Test
    void aRangeThatIsClaimedOnceMoreSinceLittleIsLeftIsComparedToo() {
        store.put("order", Long.MAX_VALUE - 1_000, 100);
        SegmentClaims claims = claims(StepRule.DEFAULT);
        Segment small = claims.claim(LOOK_AHEAD);
        assertThat(small.size()).isEqualTo(100);
        store.put("order", small.start(), 100);
        assertThatThrownBy(() -> claims.claim(LOOK_AHEAD)).isInstanceOf(StoreRegressedException.class);
        store.put("order", small.start(), 100);
        assertThatThrownBy(() -> claims.claim(0)).isInstanceOf(StoreRegressedException.class);
    }

    private SegmentClaims claims(StepRule rule) {
        return new SegmentClaims("order", new LoadContext(store, LeafOptions.DEFAULT.withStep(rule), loader, loader));
    }

    private void usedUpAfter(Duration life, SegmentClaims claims, Segment segment) {
        OpenSegment used = OpenSegment.of(segment, 10, false);
        used.openedNanos = loader.getAsLong();
        loader.pass(life.toNanos());
        claims.usedUp(used, loader.getAsLong());
    }
}
