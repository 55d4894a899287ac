package io.distid.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.StoreRegressedException;
import io.distid.spi.Segment;
import org.junit.jupiter.api.Test;

class TideTest {
    private final Tide tide = new Tide();

    @Test
    void claimThatBeganBeforeOthersReturnedMayReturnAfterThem() {
        Tide.Level early = tide.level();
        tide.accept(new Segment(11, 21), tide.level(), "tag");
        assertThatCode(() -> tide.accept(new Segment(1, 11), early, "tag")).doesNotThrowAnyException();
        assertThat(tide.level().height()).isEqualTo(21);
    }

    @Test
    void claimThatBeganAfterOthersReturnedMustBeAboveThem() {
        tide.accept(new Segment(11, 21), tide.level(), "tag \"orders\"");
        assertThatThrownBy(() -> tide.accept(new Segment(20, 30), tide.level(), "tag \"orders\""))
                .isInstanceOf(StoreRegressedException.class)
                .hasMessageContaining("tag \"orders\" granted 20 to 29, but up to 20 was granted before");
        assertThat(tide.level().height()).isEqualTo(21);
    }

    @Test
    void rangeThatWasGivenBackMayBeGrantedAgain() {
        tide.accept(new Segment(1, 101), tide.level(), "tag");
        Tide.Level underWay = tide.level();
        tide.ebb(41);
        tide.accept(new Segment(41, 51), underWay, "tag");
        assertThatThrownBy(() -> tide.accept(new Segment(41, 51), tide.level(), "tag"))
                .isInstanceOf(StoreRegressedException.class);
    }

    @Test
    void rangeThatWasNotTakenBackStillCounts() {
        tide.accept(new Segment(1, 101), tide.level(), "tag");
        tide.ebb(41);
        tide.rise(101);
        assertThatThrownBy(() -> tide.accept(new Segment(41, 51), tide.level(), "tag"))
                .isInstanceOf(StoreRegressedException.class);
    }
}
