package io.distid;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ClockBehindExceptionTest {

    @Test
    void messageHasBothTimesAndBothLimits() {
        Instant clock = Instant.parse("2026-01-01T00:00:00Z");
        ClockBehindException error =
                new ClockBehindException(clock.plusSeconds(3600), clock, Duration.ofMillis(5), Duration.ofSeconds(1));
        assertThat(error)
                .hasMessage("the next id would carry 2026-01-01T01:00:00Z, but the clock shows 2026-01-01T00:00:00Z, "
                        + "3600000 ms behind it; allowed are a lead of 5 ms and a wait of 1000 ms. No id is issued. "
                        + "Was the clock set back? Correct it, wait, or raise max-wait or max-lead.");
        assertThat(error.idTime()).isEqualTo("2026-01-01T01:00:00Z");
        assertThat(error.clockTime()).isEqualTo(clock);
    }
}
