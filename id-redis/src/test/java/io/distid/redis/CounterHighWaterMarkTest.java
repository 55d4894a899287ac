package io.distid.redis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** How far a counter must have got, after claims and after what was given back of them. */
class CounterHighWaterMarkTest {
    private static final CounterHighWaterMark NONE = new CounterHighWaterMark(0, 0, 0);

    @Test
    void onlyTheEndOfTheLastClaimIsGivenBack() {
        CounterHighWaterMark two = NONE.with(1, 10).with(11, 20);
        assertThat(two.without(11, 20)).extracting(CounterHighWaterMark::last).isEqualTo(10L);
        assertThat(two.without(15, 20)).extracting(CounterHighWaterMark::last).isEqualTo(14L);
        assertThat(two.without(1, 10)).as("without the claim before").isNull();
        assertThat(two.without(11, 19)).as("without a part that is not its end").isNull();
        assertThat(two.without(5, 20)).as("without more than the last claim").isNull();
    }

    @Test
    void claimWhoseAnswerComesLateIsKeptBelowTheLaterOne() {
        CounterHighWaterMark two = NONE.with(11, 20).with(1, 10);
        assertThat(two.last()).isEqualTo(20);
        assertThat(two.without(11, 20)).extracting(CounterHighWaterMark::last).isEqualTo(10L);
    }

    /** Below that others may have been granted numbers, or this object some that it has forgotten. */
    @Test
    void whatLiesBelowAClaimThatWasGivenBackWholeIsNotGivenBack() {
        CounterHighWaterMark first = NONE.with(1, 10).with(11, 20).without(11, 20);
        assertThat(first).isNotNull();
        assertThat(first.without(10, 10)).isNull();
        assertThat(first.without(1, 10)).isNull();
        CounterHighWaterMark opened = new CounterHighWaterMark(10, 10, CounterHighWaterMark.UNKNOWN);
        assertThat(opened.without(10, 10)).isNull();
    }
}
