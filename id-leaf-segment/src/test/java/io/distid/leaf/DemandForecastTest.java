package io.distid.leaf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.ConfigException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class DemandForecastTest {
    private static final long MS = 1_000_000;
    private static final long SECOND = 1_000 * MS;
    private static final long LATER = TimeUnit.MINUTES.toNanos(10);
    /** A second, and a cap of 1,000,000. */
    private static final LeafOptions OPTIONS = LeafOptions.DEFAULT
            .withLookAhead(Duration.ofSeconds(1))
            .withStep(
                    new StepRule(1, 1_000_000, Duration.ofMinutes(15), Duration.ofMinutes(30), Duration.ofMillis(250)));

    @Test
    void claimsLastForTheTimeAskedForWithinMaxStep() {
        DemandForecast demand = used(OPTIONS, 100_000);
        assertThat(demand.ids(SECOND))
                .as("100,000 are left when a tenth is used")
                .isEqualTo(1 << 17);
        assertThat(used(OPTIONS, 10_000_000).ids(SECOND)).isEqualTo(1_000_000);
    }

    @Test
    void aSlowClaimIsAnsweredBySoManyIdsThatFourOfItsKindAreNotFelt() {
        DemandForecast demand = used(OPTIONS, 10_000_000);
        demand.claimed(SECOND, 100 * MS);
        assertThat(demand.ids(SECOND)).as("4 x 0.1 s x 10,000,000").isBetween(4_000_000L, 8_400_000L);
    }

    @Test
    void aClaimTakesAtMostSixtyFourTimesMaxStep() {
        DemandForecast demand = used(OPTIONS, 1_000_000_000);
        demand.claimed(SECOND, 10 * SECOND);
        assertThat(demand.ids(SECOND)).isEqualTo(64_000_000).isEqualTo(DemandForecast.mostOfAClaim(OPTIONS));
    }

    @Test
    void aClaimTakesAtMostWhatTheStoreGrants() {
        DemandForecast demand = new DemandForecast(OPTIONS, 1_500_000);
        use(demand, 1_000_000_000);
        demand.claimed(SECOND, SECOND);
        assertThat(demand.ids(SECOND)).isEqualTo(1_500_000);
    }

    @Test
    void aSlowClaimIsForgottenByHalves() {
        DemandForecast demand = used(OPTIONS, 10_000_000);
        demand.claimed(SECOND, 100 * MS);
        demand.claimed(SECOND + MS, MS);
        assertThat(demand.ids(SECOND + MS))
                .as("a quick claim does not hide a slow one")
                .isGreaterThan(4_000_000);
        assertThat(demand.ids(SECOND + LATER)).as("2^10 times less").isEqualTo(1_000_000);
    }

    @Test
    void theFirstClaimCountsNeitherAsSlowNorAsTimeWithoutIds() {
        DemandForecast demand = new DemandForecast(OPTIONS, Long.MAX_VALUE);
        demand.issued(0, 0);
        demand.claimed(SECOND, SECOND);
        demand.issued(SECOND, 0);
        demand.issued(SECOND + 50 * MS, 500_000);
        assertThat(demand.ids(SECOND + 50 * MS))
                .as("10,000,000 a second; after a claim of 1 s it would be four times that")
                .isEqualTo(1_000_000);
        assertThat(demand.nanosFor(10_000_000)).isEqualTo(SECOND);
    }

    @Test
    void aClaimTakesAtMostFourTimesWhatWasIssued() {
        DemandForecast demand = new DemandForecast(OPTIONS, Long.MAX_VALUE);
        demand.issued(0, 0);
        demand.issued(MS, 10_000);
        assertThat(demand.ids(MS)).as("10,000,000 a second, for a ms").isEqualTo(40_000);
    }

    @Test
    void aRateThatWaversDoesNotMoveTheSize() {
        DemandForecast demand = used(OPTIONS, 100_000);
        long size = demand.ids(SECOND);
        demand.issued(2 * SECOND, 100_000 + 40_000);
        demand.issued(3 * SECOND, 100_000 + 80_000);
        assertThat(demand.ids(3 * SECOND)).isEqualTo(size);
        demand.issued(4 * SECOND, 100_000 + 81_000);
        demand.issued(5 * SECOND, 100_000 + 82_000);
        assertThat(demand.ids(5 * SECOND)).isLessThan(size / 4);
    }

    @Test
    void withoutLookAheadOrPrefetchTheStepRuleDecides() {
        LeafOptions off = OPTIONS.withLookAhead(Duration.ZERO);
        LeafOptions noPrefetch = new LeafOptions(
                100, OPTIONS.step(), Duration.ofSeconds(1), Duration.ofSeconds(3), Duration.ofMinutes(1), 0);
        for (LeafOptions options : new LeafOptions[] {off, noPrefetch}) {
            assertThat(used(options, 1_000_000).ids(SECOND)).isZero();
            assertThat(DemandForecast.mostOfAClaim(options)).isEqualTo(1_000_000);
        }
    }

    @Test
    void theGreatestStepsDoNotOverflow() {
        StepRule widest =
                new StepRule(1, StepRule.LIMIT, Duration.ofMinutes(15), Duration.ofMinutes(30), Duration.ofMillis(500));
        DemandForecast demand = new DemandForecast(OPTIONS.withStep(widest), Long.MAX_VALUE);
        demand.issued(0, 0);
        demand.issued(1, Long.MAX_VALUE);
        demand.claimed(1, SECOND);
        assertThat(demand.ids(1)).isEqualTo(StepRule.LIMIT);
    }

    @Test
    void traitsTellTheMostThatCanBeBurned() {
        assertThat(LeafSegmentGenerator.notes(LeafOptions.DEFAULT))
                .contains("in hand are two claims of at most 10000000 ids each (or the store's step), or 640000000 of a"
                        + " tag that uses those up before the store has answered four times");
        assertThat(LeafSegmentGenerator.notes(LeafOptions.DEFAULT.withLookAhead(Duration.ZERO)))
                .contains("in hand are two claims of at most 10000000 ids each (or the store's step)");
    }

    @Test
    void aLookAheadThatCannotBeIsRefused() {
        assertThatThrownBy(() -> LeafOptions.DEFAULT.withLookAhead(Duration.ofMillis(-1)))
                .isInstanceOf(ConfigException.class)
                .hasMessage("look-ahead is PT-0.001S: must be from PT0S to PT8760H");
    }

    private static DemandForecast used(LeafOptions options, long perSecond) {
        DemandForecast demand = new DemandForecast(options, Long.MAX_VALUE);
        use(demand, perSecond);
        return demand;
    }

    /** At a rate for a second. */
    private static void use(DemandForecast demand, long perSecond) {
        demand.issued(0, 0);
        demand.issued(SECOND, perSecond);
    }
}
