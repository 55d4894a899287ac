package io.distid.leaf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.ConfigException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LookAheadTest {
    private static final long MS = 1_000_000;
    private static final long SECOND = 1_000 * MS;
    private static final long LATER = TimeUnit.MINUTES.toNanos(10);

    @Test
    void claimsLastForTheTimeAskedForWithinMaxStep() {
        LookAhead ahead = used(LeafOptions.DEFAULT, 100_000);
        assertThat(ahead.ids(SECOND))
                .as("100,000 are left when a tenth is used")
                .isEqualTo(1 << 17);
        assertThat(used(LeafOptions.DEFAULT, 10_000_000).ids(SECOND)).isEqualTo(1_000_000);
    }

    @Test
    void aSlowClaimIsAnsweredBySoManyIdsThatFourOfItsKindAreNotFelt() {
        LookAhead ahead = used(LeafOptions.DEFAULT, 10_000_000);
        ahead.claimed(SECOND, 100 * MS);
        assertThat(ahead.ids(SECOND)).as("4 x 0.1 s x 10,000,000").isBetween(4_000_000L, 8_400_000L);
    }

    @Test
    void aClaimTakesAtMostSixtyFourTimesMaxStep() {
        LookAhead ahead = used(LeafOptions.DEFAULT, 1_000_000_000);
        ahead.claimed(SECOND, 10 * SECOND);
        assertThat(ahead.ids(SECOND)).isEqualTo(64_000_000).isEqualTo(LookAhead.mostOfAClaim(LeafOptions.DEFAULT));
    }

    @Test
    void aClaimTakesAtMostWhatTheStoreGrants() {
        LookAhead ahead = new LookAhead(LeafOptions.DEFAULT, 1_500_000);
        use(ahead, 1_000_000_000);
        ahead.claimed(SECOND, SECOND);
        assertThat(ahead.ids(SECOND)).isEqualTo(1_500_000);
    }

    @Test
    void aSlowClaimIsForgottenByHalves() {
        LookAhead ahead = used(LeafOptions.DEFAULT, 10_000_000);
        ahead.claimed(SECOND, 100 * MS);
        ahead.claimed(SECOND + MS, MS);
        assertThat(ahead.ids(SECOND + MS))
                .as("a quick claim does not hide a slow one")
                .isGreaterThan(4_000_000);
        assertThat(ahead.ids(SECOND + LATER)).as("2^10 times less").isEqualTo(1_000_000);
    }

    @Test
    void theFirstClaimCountsNeitherAsSlowNorAsTimeWithoutIds() {
        LookAhead ahead = new LookAhead(LeafOptions.DEFAULT, Long.MAX_VALUE);
        ahead.issued(0, 0);
        ahead.claimed(SECOND, SECOND);
        ahead.issued(SECOND, 0);
        ahead.issued(SECOND + 50 * MS, 500_000);
        assertThat(ahead.ids(SECOND + 50 * MS))
                .as("10,000,000 a second; after a claim of 1 s it would be four times that")
                .isEqualTo(1_000_000);
        assertThat(ahead.nanosFor(10_000_000)).isEqualTo(SECOND);
    }

    @Test
    void aClaimTakesAtMostFourTimesWhatWasIssued() {
        LookAhead ahead = new LookAhead(LeafOptions.DEFAULT, Long.MAX_VALUE);
        ahead.issued(0, 0);
        ahead.issued(MS, 10_000);
        assertThat(ahead.ids(MS)).as("10,000,000 a second, for a ms").isEqualTo(40_000);
    }

    @Test
    void aRateThatWaversDoesNotMoveTheSize() {
        LookAhead ahead = used(LeafOptions.DEFAULT, 100_000);
        long size = ahead.ids(SECOND);
        ahead.issued(2 * SECOND, 100_000 + 40_000);
        ahead.issued(3 * SECOND, 100_000 + 80_000);
        assertThat(ahead.ids(3 * SECOND)).isEqualTo(size);
        ahead.issued(4 * SECOND, 100_000 + 81_000);
        ahead.issued(5 * SECOND, 100_000 + 82_000);
        assertThat(ahead.ids(5 * SECOND)).isLessThan(size / 4);
    }

    @Test
    void withoutLookAheadOrPrefetchTheStepRuleDecides() {
        LeafOptions off = LeafOptions.DEFAULT.withLookAhead(Duration.ZERO);
        LeafOptions noPrefetch = new LeafOptions(
                100, StepRule.DEFAULT, Duration.ofSeconds(1), Duration.ofSeconds(3), Duration.ofMinutes(1), 0);
        for (LeafOptions options : new LeafOptions[] {off, noPrefetch}) {
            assertThat(used(options, 1_000_000).ids(SECOND)).isZero();
            assertThat(LookAhead.mostOfAClaim(options)).isEqualTo(1_000_000);
        }
    }

    @Test
    void theGreatestStepsDoNotOverflow() {
        StepRule widest =
                new StepRule(1, StepRule.LIMIT, Duration.ofMinutes(15), Duration.ofMinutes(30), Duration.ofMillis(500));
        LookAhead ahead = new LookAhead(LeafOptions.DEFAULT.withStep(widest), Long.MAX_VALUE);
        ahead.issued(0, 0);
        ahead.issued(1, Long.MAX_VALUE);
        ahead.claimed(1, SECOND);
        assertThat(ahead.ids(1)).isEqualTo(StepRule.LIMIT);
    }

    @Test
    void traitsTellTheMostThatCanBeBurned() {
        assertThat(LeafSegmentGenerator.notes(LeafOptions.DEFAULT))
                .contains("in hand are two claims of at most 1000000 ids each (or the store's step), or 64000000 of a"
                        + " tag that uses those up before the store has answered four times");
        assertThat(LeafSegmentGenerator.notes(LeafOptions.DEFAULT.withLookAhead(Duration.ZERO)))
                .contains("in hand are two claims of at most 1000000 ids each (or the store's step)");
    }

    @Test
    void aLookAheadThatCannotBeIsRefused() {
        assertThatThrownBy(() -> LeafOptions.DEFAULT.withLookAhead(Duration.ofMillis(-1)))
                .isInstanceOf(ConfigException.class)
                .hasMessage("look-ahead is PT-0.001S: must be from 0 ms to 36500 days");
    }

    private static LookAhead used(LeafOptions options, long perSecond) {
        LookAhead ahead = new LookAhead(options, Long.MAX_VALUE);
        use(ahead, perSecond);
        return ahead;
    }

    /** At a rate for a second. */
    private static void use(LookAhead ahead, long perSecond) {
        ahead.issued(0, 0);
        ahead.issued(SECOND, perSecond);
    }
}
