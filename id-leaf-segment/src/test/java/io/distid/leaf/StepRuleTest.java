package io.distid.leaf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.ConfigException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class StepRuleTest {
    private static final Duration QUICK = Duration.ofMinutes(14);
    private static final Duration STEADY = Duration.ofMinutes(20);
    private static final Duration SLOW = Duration.ofMinutes(31);

    private final StepRule rule = StepRule.DEFAULT;

    @Test
    void aSegmentUsedUpSoonDoublesTheStep() {
        assertThat(rule.next(1_000, 1_000, QUICK.toNanos())).isEqualTo(2_000);
    }

    @Test
    void aSegmentThatLastedLongHalvesTheStep() {
        assertThat(rule.next(8_000, 1_000, SLOW.toNanos())).isEqualTo(4_000);
    }

    @Test
    void inBetweenTheStepStays() {
        assertThat(rule.next(8_000, 1_000, STEADY.toNanos())).isEqualTo(8_000);
        assertThat(rule.next(8_000, 1_000, Duration.ofMinutes(15).toNanos())).isEqualTo(8_000);
        assertThat(rule.next(8_000, 1_000, Duration.ofMinutes(30).toNanos())).isEqualTo(8_000);
    }

    @Test
    void theStepEndsAtTheCap() {
        assertThat(rule.next(6_000_000, 1_000, QUICK.toNanos())).isEqualTo(10_000_000);
        assertThat(rule.next(10_000_000, 1_000, QUICK.toNanos())).isEqualTo(10_000_000);
    }

    @Test
    void theStepNeverFallsBelowTheStoresOwn() {
        assertThat(rule.next(1_500, 1_000, SLOW.toNanos())).isEqualTo(1_000);
        assertThat(rule.next(1_000, 1_000, SLOW.toNanos())).isEqualTo(1_000);
        assertThat(rule.next(1_000, 5_000, STEADY.toNanos())).isEqualTo(5_000);
    }

    @Test
    void theStoresOwnStepWinsOverTheCap() {
        assertThat(rule.next(30_000_000, 30_000_000, QUICK.toNanos())).isEqualTo(30_000_000);
    }

    @Test
    void theGreatestStepsDoNotOverflow() {
        StepRule widest = new StepRule(1, StepRule.LIMIT, Duration.ofMinutes(15), Duration.ofMinutes(30));
        assertThat(widest.next(StepRule.LIMIT, 1, QUICK.toNanos())).isEqualTo(StepRule.LIMIT);
    }

    @Test
    void figuresThatDoNotFitTogetherAreRefused() {
        Duration minute = Duration.ofMinutes(1);
        assertThatThrownBy(() -> new StepRule(10, 9, minute, minute))
                .isInstanceOf(ConfigException.class)
                .hasMessage("min-step is 10 and max-step is 9: must be 1 <= min-step <= max-step <= 9007199254740992");
        assertThatThrownBy(() -> new StepRule(1, 9, Duration.ofMinutes(2), minute))
                .isInstanceOf(ConfigException.class)
                .hasMessage("grow-under is PT2M and shrink-over is PT1M: must be 0 <= grow-under <= shrink-over");
    }

    @Test
    void extremeDurationsAreRefusedByName() {
        for (Duration extreme : List.of(
                Duration.ofSeconds(Long.MAX_VALUE),
                Duration.ofSeconds(Long.MIN_VALUE),
                Duration.ofMillis(Long.MAX_VALUE))) {
            assertThatThrownBy(() -> LeafOptions.DEFAULT.withMaxWait(extreme))
                    .isInstanceOf(ConfigException.class)
                    .hasMessage("max-wait is " + extreme + ": must be from PT0.001S to PT1H");
            assertThatThrownBy(() -> new LeafOptions(10, rule, Duration.ofSeconds(1), extreme, 0))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageStartingWith("refresh is " + extreme);
        }
    }
}
