package toy;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ToyClockTest {
    @Test
    void idsKeepIncreasingWhenClockStepsBack() {
        ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));
        ToyIds ids = new ToyIds(new AtomicLong(), clock);
        long before = ids.nextId();
        clock.stepBack(Duration.ofSeconds(1));
        assertThat(ids.nextId()).isEqualTo(before + 1);
    }
}
