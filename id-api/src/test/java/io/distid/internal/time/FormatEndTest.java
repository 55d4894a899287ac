package io.distid.internal.time;

import static io.distid.internal.time.Rules.EPOCH;
import static io.distid.internal.time.Rules.SMALL;
import static io.distid.internal.time.Rules.rule;
import static io.distid.internal.time.Rules.sequencer;
import static io.distid.internal.time.Rules.small;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.distid.IdsExhaustedException;
import io.distid.time.StampBound;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

/** The last states of a format, and what comes after. */
class FormatEndTest {
    private final VirtualTime time = new VirtualTime(EPOCH + 100);

    @Test
    void formatEndsInAnErrorThatSaysWhen() {
        TickFormat shorter = new TickFormat(EPOCH, 1, 8, 2);
        TickSequencer sequencer = sequencer(shorter, rule(0, 1_000), time);
        time.set(EPOCH + 254);
        assertThat(sequencer.next()).isEqualTo(small(254, 0));
        time.step(1);
        for (int i = 0; i < 10; i++) {
            assertThatExceptionOfType(IdsExhaustedException.class)
                    .isThrownBy(sequencer::next)
                    .withMessage("the format ended at 1970-01-01T00:16:40.255Z; the clock shows"
                            + " 1970-01-01T00:16:40.255Z. Take more time bits, a longer tick or a later epoch.");
            assertThatExceptionOfType(IdsExhaustedException.class).isThrownBy(() -> sequencer.claim(4));
            assertThatExceptionOfType(IdsExhaustedException.class).isThrownBy(() -> sequencer.fill(new long[9], 0, 9));
        }
        assertThat(time.parks).isEmpty();
    }

    @Test
    void clockFarBeyondTheFormatUsesNothingUp() {
        TickSequencer sequencer = sequencer(SMALL, rule(0, 0), time);
        sequencer.next();
        time.set(Long.MAX_VALUE / 1_000_000);
        assertThatExceptionOfType(IdsExhaustedException.class).isThrownBy(sequencer::next);
        time.set(EPOCH + 101);
        assertThat(sequencer.next()).isEqualTo(small(101, 0));
    }

    @Test
    void leadDoesNotReachBeyondTheFormat() {
        TickFormat shorter = new TickFormat(EPOCH, 1, 8, 2);
        time.set(EPOCH + 250);
        TickSequencer sequencer = sequencer(shorter, rule(3_600_000, 0), time);
        for (long state = small(250, 0); state < small(255, 0); state++) {
            assertThat(sequencer.next()).isEqualTo(state);
        }
        for (int i = 0; i < 10; i++) {
            assertThatExceptionOfType(IdsExhaustedException.class).isThrownBy(sequencer::next);
        }
    }

    /** 63 bits of state: one more addition turns the sign, which must not look as if it had been closed. */
    @Test
    void formatThatFillsTheWordEndsLikeAnyOther() {
        TickFormat full = new TickFormat(0, 1, 63, 0);
        long[] now = {Long.MAX_VALUE - 1};
        TickSequencer sequencer = new TickSequencer(
                full,
                rule(0, 0),
                new InstantSource() {
                    @Override
                    public Instant instant() {
                        return Instant.ofEpochMilli(now[0]);
                    }

                    @Override
                    public long millis() {
                        return now[0];
                    }
                },
                StampBound.NONE,
                time);
        assertThat(sequencer.next()).isEqualTo(Long.MAX_VALUE - 1);
        for (int i = 0; i < 10; i++) {
            assertThatExceptionOfType(IdsExhaustedException.class).isThrownBy(sequencer::next);
        }
        assertThat(sequencer.close()).isEqualTo(Long.MAX_VALUE - 1);
    }
}
