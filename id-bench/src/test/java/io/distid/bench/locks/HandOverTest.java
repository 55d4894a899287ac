package io.distid.bench.locks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HandOverTest {
    /** Where the monotonic clock passes from positive to negative numbers, as it may at any time. */
    private static final long KILLED = Long.MAX_VALUE;

    private static final long LEASE_ENDS = KILLED + 1_000_000_000;

    @Test
    void grantAfterTheLeaseIsMeasuredFromTheEndOfTheHoldersProcess() {
        assertThat(HandOver.of(LEASE_ENDS, KILLED, LEASE_ENDS + 500_000_000))
                .isEqualTo(new HandOver(HandOver.Kind.AFTER_LEASE, 1_500));
    }

    @ParameterizedTest
    @ValueSource(longs = {KILLED - 200_000_000, LEASE_ENDS - 1_000_000})
    void grantBeforeTheEndOfTheLeaseIsOneToo(long granted) {
        HandOver handOver = HandOver.of(LEASE_ENDS, KILLED, granted);
        assertThat(handOver.kind()).isEqualTo(HandOver.Kind.BEFORE_LEASE_ENDED);
        assertThat(handOver.millis()).isEqualTo((LEASE_ENDS - granted) / 1e6);
    }

    @Test
    void holderWhoseLeaseWasOverWhileItLivedShowsNothing() {
        long ended = KILLED - 300_000_000;
        assertThat(HandOver.of(ended, KILLED, ended + 1).kind()).isEqualTo(HandOver.Kind.LOST_ALIVE);
    }

    @Test
    void lockThatIsNotGrantedInTimeIsReported() {
        assertThat(HandOver.of(LEASE_ENDS, KILLED, null).kind()).isEqualTo(HandOver.Kind.NOT_IN_TIME);
    }
}
