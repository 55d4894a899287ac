package io.distid.bench.throughput;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TrialResultTest {
    private static final TrialResult RESULT =
            new TrialResult(1, false, List.of(1.0), null, Map.of(Figure.RATE, 1.0, Figure.BYTES, 0.0));

    @Test
    void figureThatWasNotMeasuredIsNotZero() {
        assertThatThrownBy(() -> RESULT.of(Figure.CORES))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("CORES was not measured");
    }

    @Test
    void aFigureThatIsZeroIs() {
        assertThat(RESULT.of(Figure.BYTES)).isZero();
    }
}
