package io.distid.leaf;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class DemandTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);

    private final Demand demand = new Demand(StepRule.DEFAULT, 0);
    private long now;

    @Test
    void theFirstTwoClaimsTakeTheStoresStepAndTheOthersFollowTheTimeBetweenClaims() {
        assertThat(claimAfter(0)).isEqualTo(100);
        assertThat(claimAfter(SECOND)).as("opened, and first used").isEqualTo(100);
        assertThat(claimAfter(SECOND)).isEqualTo(200);
        assertThat(claimAfter(SECOND)).isEqualTo(400);
        assertThat(claimAfter(20 * MINUTE)).isEqualTo(400);
        assertThat(claimAfter(40 * MINUTE)).isEqualTo(200);
    }

    @Test
    void aStoresStepThatWasRaisedIsTheLeastFromTheNextClaimOn() {
        claimAfter(0);
        assertThat(demand.size(now, 700)).isEqualTo(700);
    }

    @Test
    void startingOverItTakesTheStoresStepAgain() {
        for (int i = 0; i < 5; i++) {
            claimAfter(SECOND);
        }
        demand.startOver();
        assertThat(demand.step()).isZero();
        assertThat(claimAfter(SECOND)).isEqualTo(100);
        assertThat(claimAfter(SECOND)).isEqualTo(100);
    }

    @Test
    void theRateIsThatOfTheLastTenToTwentySeconds() {
        assertThat(demand.observe(SECOND, 1_000)).isEqualTo(1_000);
        for (int second = 2; second <= 60; second++) {
            demand.observe(second * SECOND, 1_000 * second);
        }
        for (int second = 61; second <= 81; second++) {
            demand.observe(second * SECOND, 60_000 + 10 * (second - 60));
        }
        assertThat(demand.observe(82 * SECOND, 60_220)).isEqualTo(10);
        assertThat(demand.nanosFor(20)).isEqualTo(2.0 * SECOND);
    }

    @Test
    void whereNothingIsDrawnIdsLastForEver() {
        assertThat(demand.observe(0, 0)).isZero();
        assertThat(demand.nanosFor(1)).isInfinite();
        assertThat(demand.observe(SECOND, 0)).isZero();
        assertThat(demand.nanosFor(1)).isInfinite();
    }

    private long claimAfter(long time) {
        now += time;
        long size = demand.size(now, 100);
        demand.claimed(now, size);
        return size;
    }
}
