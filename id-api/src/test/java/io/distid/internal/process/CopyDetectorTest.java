package io.distid.internal.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CopyDetectorTest {
    private static final long MS = 1_000_000;

    private final AtomicLong nanos = new AtomicLong(5_000 * MS);
    private final AtomicLong millis = new AtomicLong(1_795_000_000_000L);
    private final AtomicLong late = new AtomicLong();
    private final CopyDetector copies = new CopyDetector(nanos::get, () -> {
        // A thread that loses its core between the two readings.
        nanos.addAndGet(late.get() * MS);
        long now = millis.addAndGet(late.getAndSet(0));
        return Instant.ofEpochMilli(now);
    });

    @ParameterizedTest
    @ValueSource(longs = {-3_600_000, -101, 102, 3_600_000})
    void clockThatJumpsAgainstTheOtherBeginsAnEpoch(long jump) {
        int before = copies.epoch();
        millis.addAndGet(jump);
        assertThat(copies.look()).isEqualTo(nanos.get());
        assertThat(copies.epoch()).isGreaterThan(before);
        int after = copies.epoch();
        copies.look();
        assertThat(copies.epoch()).isEqualTo(after);
    }

    @Test
    void clocksThatGoOnAlikeBeginNone() {
        int before = copies.epoch();
        for (int i = 0; i < 1_000; i++) {
            nanos.addAndGet(3_600_000 * MS);
            millis.addAndGet(3_600_000);
            copies.look();
        }
        assertThat(copies.epoch()).isEqualTo(before);
    }

    /** As a clock is slewed: 100 ms are gained in the end, but in small steps. */
    @Test
    void aSlewedClockBeginsNone() {
        int before = copies.epoch();
        for (int i = 0; i < 1_000; i++) {
            nanos.addAndGet(200 * MS);
            millis.addAndGet(201);
            copies.look();
        }
        assertThat(copies.epoch()).isEqualTo(before);
    }

    @Test
    void aThreadThatIsStoppedBetweenTheReadingsSeesNoJump() {
        int before = copies.epoch();
        late.set(10_000);
        copies.look();
        assertThat(copies.epoch()).isEqualTo(before);
    }

    @Test
    void aJumpIsNoCheckpoint() {
        int before = copies.checkpoints();
        millis.addAndGet(3_600_000);
        copies.look();
        assertThat(copies.checkpoints()).isEqualTo(before);
        copies.expected();
        assertThat(CopyDetector.isExposed(copies.epoch())).isTrue();
        assertThat(copies.checkpoints()).isEqualTo(before + 1);
        copies.restored();
        assertThat(CopyDetector.isExposed(copies.epoch())).isFalse();
        assertThat(copies.checkpoints()).isEqualTo(before + 2);
    }
}
