package io.distid.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.internal.ClaimsUnderWay;
import io.distid.spi.Segment;
import org.junit.jupiter.api.Test;

class HighWaterMarkTest {
    private final HighWaterMark mark = new HighWaterMark();

    @Test
    void claimIsJudgedByWhatWasSeenBeforeItBegan() {
        HighWaterMark.Level early = mark.level();
        mark.raise(21);
        mark.raise(11);
        assertThat(mark.level().height()).isEqualTo(21);
        assertThat(mark.wentBack(11, early)).isFalse();
        assertThat(mark.wentBack(20, mark.level())).isTrue();
        assertThat(mark.wentBack(21, mark.level())).isFalse();
    }

    @Test
    void rangeThatWasGivenBackMayBeGrantedAgain() {
        mark.raise(51);
        HighWaterMark.Level underWay = mark.level();
        assertThat(mark.lower(new Segment(41, 51))).isTrue();
        assertThat(mark.wentBack(41, underWay)).isFalse();
        assertThat(mark.wentBack(41, mark.level())).isFalse();
        assertThat(mark.wentBack(40, mark.level())).isTrue();
    }

    @Test
    void rangeThatWasNotTakenBackStillCounts() {
        mark.raise(51);
        mark.lower(new Segment(41, 51));
        mark.raise(51);
        assertThat(mark.wentBack(41, mark.level())).isTrue();
    }

    @Test
    void rangeBelowOneThatWasSeenLowersNothing() {
        mark.raise(101);
        assertThat(mark.lower(new Segment(41, 51))).isFalse();
        assertThat(mark.wentBack(100, mark.level())).isTrue();
    }

    /** A range of one id, which lies right above what the first of them had seen. */
    @Test
    void idGrantedToTwoClaimsAtOneTimeIsAcceptedOnce() {
        mark.raise(100);
        try (ClaimsUnderWay.Claim late = mark.begin()) {
            try (ClaimsUnderWay.Claim soon = mark.begin()) {
                assertThat(soon.isNew(100, 100)).isTrue();
                mark.raise(101);
            }
            assertThat(late.isNew(100, 100)).isFalse();
        }
    }
}
