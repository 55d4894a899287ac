package io.distid.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.bench.lab.Comparison;
import org.junit.jupiter.api.Test;

class ExitCodesTest {
    @Test
    void tellWhatFailedFromWhatIsNotShown() {
        assertThat(ExitCodes.of(Comparison.Outcome.HELD, false)).isZero();
        assertThat(ExitCodes.of(Comparison.Outcome.FAILED, false)).isEqualTo(1);
        assertThat(ExitCodes.of(Comparison.Outcome.NOT_SHOWN, false)).isEqualTo(3);
        assertThat(ExitCodes.of(Comparison.Outcome.INTERRUPTED, false)).isEqualTo(130);
    }
}
