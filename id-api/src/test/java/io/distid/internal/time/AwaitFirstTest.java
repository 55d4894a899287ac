package io.distid.internal.time;

import static io.distid.internal.time.Rules.EPOCH;
import static io.distid.internal.time.Rules.SMALL;
import static io.distid.internal.time.Rules.rule;
import static io.distid.internal.time.Rules.sequencer;
import static io.distid.internal.time.Rules.small;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.distid.ClockBehindException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** The start above what a predecessor may have stamped. */
class AwaitFirstTest {
    private final VirtualTime time = new VirtualTime(EPOCH + 100);

    @Test
    void awaitFirstWaitsForAPredecessorsReservation() {
        TickSequencer sequencer = sequencer(SMALL, rule(0, 0), time, SetBound.stamped(EPOCH + 3_000));
        sequencer.awaitFirst(Duration.ofSeconds(5));
        assertThat(time.millis()).isEqualTo(EPOCH + 3_001);
        assertThat(sequencer.next()).isEqualTo(small(3_001, 0));
    }

    @Test
    void awaitFirstDoesNotWaitWhereTheLeadCoversIt() {
        TickSequencer sequencer = sequencer(SMALL, rule(3_000, 0), time, SetBound.stamped(EPOCH + 3_000));
        sequencer.awaitFirst(Duration.ZERO);
        assertThat(time.parks).isEmpty();
        assertThat(sequencer.next()).isEqualTo(small(3_001, 0));
    }

    @Test
    void awaitFirstFailsAtOnceIfTheWaitWouldBeTooLong() {
        TickSequencer sequencer = sequencer(SMALL, rule(0, 0), time, SetBound.stamped(EPOCH + 3_600_000));
        assertThatExceptionOfType(ClockBehindException.class)
                .isThrownBy(() -> sequencer.awaitFirst(Duration.ofSeconds(15)))
                .withMessageContaining("ticks until 1970-01-01T01:16:40Z are taken: the worker id's last holder")
                .withMessageContaining("allowed are a lead of 0 ms and a wait of 15000 ms")
                .withMessageContaining("raise start-wait")
                .withMessageNotContaining("set back");
        assertThat(time.parks).isEmpty();
    }

    @Test
    void callThatWaitsForAPredecessorsReservationSaysSo() {
        TickSequencer sequencer = sequencer(SMALL, rule(0, 100), time, SetBound.stamped(EPOCH + 3_000));
        assertThatExceptionOfType(ClockBehindException.class)
                .isThrownBy(sequencer::next)
                .withMessageContaining("are taken")
                .withMessageContaining("raise max-wait")
                .withMessageNotContaining("set back");
    }

    @Test
    void statsSayUntilWhenCallsAreRefused() {
        TickSequencer sequencer = sequencer(SMALL, rule(0, 100), time, SetBound.stamped(EPOCH + 3_000));
        assertThat(sequencer.stats().build().refusedUntil()).hasValue(Instant.ofEpochMilli(EPOCH + 2_901));
        time.step(2_801);
        assertThat(sequencer.stats().build().refusedUntil()).isEmpty();
        sequencer.next();

        time.step(-1_000);
        assertThat(sequencer.stats().build().refusedUntil()).isPresent();
        sequencer.close();
        assertThat(sequencer.stats().build().refusedUntil()).isEmpty();
    }

    @Test
    void clockThatIsSetBackBelowAPredecessorsReservationIsSaidToBe() {
        TickSequencer sequencer = sequencer(SMALL, rule(0, 100), time, SetBound.stamped(EPOCH + 3_000));
        time.step(5_000);
        sequencer.next();
        time.step(-4_000);
        assertThatExceptionOfType(ClockBehindException.class)
                .isThrownBy(sequencer::next)
                .withMessageContaining("Was the clock set back?");
    }

    @Test
    void awaitFirstCanWaitForEver() {
        TickSequencer sequencer = sequencer(SMALL, rule(0, 0), time, SetBound.stamped(EPOCH + 200));
        sequencer.awaitFirst(Duration.ofSeconds(Long.MAX_VALUE));
        assertThat(sequencer.next()).isEqualTo(small(201, 0));
    }
}
