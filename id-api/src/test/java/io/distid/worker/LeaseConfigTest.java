package io.distid.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.ConfigException;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.spi.Provider;
import io.distid.spi.WorkerIds;
import io.distid.time.ClockRule;
import io.distid.time.SequenceStart;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LeaseConfigTest {
    private static final ClockRule RULE =
            new ClockRule(Duration.ofSeconds(7), Duration.ofSeconds(8), SequenceStart.random(9));

    private final List<Runnable> ends = new ArrayList<>();

    @Test
    void ruleHasTheSayWhereNothingIsSet() {
        assertThat(LeaseConfig.rule(config(Map.of()), RULE)).isEqualTo(RULE);
    }

    @Test
    void settingsOverruleTheRule() {
        assertThat(LeaseConfig.rule(config(Map.of("max-lead", "1s")), RULE))
                .isEqualTo(new ClockRule(Duration.ofSeconds(1), RULE.maxWait(), RULE.sequenceStart()));
        assertThat(LeaseConfig.rule(config(Map.of("max-wait", "2s")), RULE))
                .isEqualTo(new ClockRule(RULE.maxLead(), Duration.ofSeconds(2), RULE.sequenceStart()));
    }

    @Test
    void sourceIsOpenedWithItsOwnSettingsAndEndsWithTheRest() {
        try (WorkerIds source =
                LeaseConfig.source(config(Map.of("worker", "fixed", "worker.id", "5")), "worker", ends)) {
            assertThat(source).isEqualTo(new DerivedWorkerIds(5, "key worker.id"));
            assertThat(ends).hasSize(1);
        }
    }

    @Test
    void sourceThatDoesNotOpenLeavesNothingToEnd() {
        for (Map<String, String> settings :
                List.of(Map.of("worker", "no-such-source"), Map.of("worker", "fixed", "worker.id", "five"))) {
            assertThatThrownBy(() -> LeaseConfig.source(config(settings), "worker", ends))
                    .isInstanceOf(ConfigException.class);
        }
        assertThat(ends).isEmpty();
    }

    private static IdConfig config(Map<String, String> settings) {
        return IdConfig.of(new Leased(), settings);
    }

    private static final class Leased implements Provider {
        @Override
        public String name() {
            return "leased";
        }

        @Override
        public String summary() {
            return "for this test";
        }

        @Override
        public List<ConfigKey> keys() {
            return List.of(
                    LeaseConfig.MAX_LEAD, LeaseConfig.MAX_WAIT, ConfigKey.provider("worker", "fixed", "the source"));
        }
    }
}
