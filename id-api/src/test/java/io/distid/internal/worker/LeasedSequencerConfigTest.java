package io.distid.internal.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.spi.IdConfig;
import io.distid.spi.StubProvider;
import io.distid.time.ClockLimits;
import io.distid.time.SequenceStart;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LeasedSequencerConfigTest {
    private static final ClockLimits RULE =
            new ClockLimits(Duration.ofSeconds(7), Duration.ofSeconds(8), SequenceStart.random(9));

    @Test
    void ruleDecidesWhereNothingIsSet() {
        assertThat(LeasedSequencerConfig.rule(config(Map.of()), RULE)).isEqualTo(RULE);
    }

    @Test
    void settingsOverruleTheRule() {
        assertThat(LeasedSequencerConfig.rule(config(Map.of("max-lead", "1s")), RULE))
                .isEqualTo(new ClockLimits(Duration.ofSeconds(1), RULE.maxWait(), RULE.sequenceStart()));
        assertThat(LeasedSequencerConfig.rule(config(Map.of("max-wait", "2s")), RULE))
                .isEqualTo(new ClockLimits(RULE.maxLead(), Duration.ofSeconds(2), RULE.sequenceStart()));
    }

    private static IdConfig config(Map<String, String> settings) {
        return IdConfig.of(new Leased(), settings);
    }

    private static final class Leased extends StubProvider {
        Leased() {
            super("leased", LeasedSequencerConfig.MAX_LEAD, LeasedSequencerConfig.MAX_WAIT);
        }
    }
}
