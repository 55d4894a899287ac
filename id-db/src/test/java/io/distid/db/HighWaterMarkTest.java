package io.distid.db;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HighWaterMarkTest {
    private final HighWaterMark tide = new HighWaterMark();

    @Test
    void claimIsJudgedByWhatWasSeenBeforeItBegan() {
        HighWaterMark.Level early = tide.level();
        tide.rise(21);
        tide.rise(11);
        assertThat(tide.level().height()).isEqualTo(21);
        assertThat(tide.wentBack(11, early)).isFalse();
        assertThat(tide.wentBack(20, tide.level())).isTrue();
        assertThat(tide.wentBack(21, tide.level())).isFalse();
    }

    @Test
    void rangeThatWasGivenBackMayBeGrantedAgain() {
        tide.rise(101);
        HighWaterMark.Level underWay = tide.level();
        tide.ebb(41);
        assertThat(tide.wentBack(41, underWay)).isFalse();
        assertThat(tide.wentBack(41, tide.level())).isFalse();
        assertThat(tide.wentBack(40, tide.level())).isTrue();
    }

    @Test
    void rangeThatWasNotTakenBackStillCounts() {
        tide.rise(101);
        tide.ebb(41);
        tide.rise(101);
        assertThat(tide.wentBack(41, tide.level())).isTrue();
    }
}
