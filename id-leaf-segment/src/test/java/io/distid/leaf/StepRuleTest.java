package io.distid.leaf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.ConfigException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StepRuleTest {
    private static final Duration QUICK = Duration.ofMinutes(14);
    private static final Duration STEADY = Duration.ofMinutes(20);
    private static final Duration SLOW = Duration.ofMinutes(31);
    private static final Duration LONG_AGO = Duration.ofHours(1);

    private final StepRule rule = StepRule.DEFAULT;

    @Test
    void aSegmentUsedUpSoonDoublesTheStep() {
        assertThat(rule.next(1_000, 1_000, QUICK, LONG_AGO)).isEqualTo(2_000);
    }

    @Test
    void aSegmentThatLastedLongHalvesTheStep() {
        assertThat(rule.next(8_000, 1_000, SLOW, LONG_AGO)).isEqualTo(4_000);
    }

    @Test
    void inBetweenTheStepStays() {
        assertThat(rule.next(8_000, 1_000, STEADY, LONG_AGO)).isEqualTo(8_000);
        assertThat(rule.next(8_000, 1_000, Duration.ofMinutes(15), LONG_AGO)).isEqualTo(8_000);
        assertThat(rule.next(8_000, 1_000, Duration.ofMinutes(30), LONG_AGO)).isEqualTo(8_000);
    }

    @Test
    void theStepEndsAtTheCap() {
        assertThat(rule.next(6_000_000, 1_000, QUICK, LONG_AGO)).isEqualTo(10_000_000);
        assertThat(rule.next(10_000_000, 1_000, QUICK, LONG_AGO)).isEqualTo(10_000_000);
    }

    @Test
    void theStepNeverFallsBelowTheStoresOwn() {
        assertThat(rule.next(1_500, 1_000, SLOW, LONG_AGO)).isEqualTo(1_000);
        assertThat(rule.next(1_000, 1_000, SLOW, LONG_AGO)).isEqualTo(1_000);
        assertThat(rule.next(1_000, 5_000, STEADY, LONG_AGO)).isEqualTo(5_000);
    }

    @Test
    void theStoresOwnStepWinsOverTheCap() {
        assertThat(rule.next(30_000_000, 30_000_000, QUICK, LONG_AGO)).isEqualTo(30_000_000);
    }

    @Test
    void theStepDoublesAtMostOnceInAWhile() {
        assertThat(rule.next(1_000, 1_000, QUICK, Duration.ofMillis(249))).isEqualTo(1_000);
        assertThat(rule.next(1_000, 1_000, QUICK, Duration.ofMillis(250))).isEqualTo(2_000);
    }

    /** The rule of {@code SegmentIDGenImpl.updateSegmentFromDb}, with the figures of the source. */
    @ParameterizedTest
    @CsvSource({
        "1_000,      1_000, PT1M,         2_000",
        "500_000,    1_000, PT1M,     1_000_000",
        "600_000,    1_000, PT1M,       600_000",
        "500_001,    1_000, PT1M,       500_001",
        "3_000_000,  1_000, PT1M,     3_000_000",
        "8_000,      1_000, PT15M,        8_000",
        "8_000,      1_000, PT29M59S,     8_000",
        "8_000,      1_000, PT30M,        4_000",
        "8_000,      1_000, PT31M,        4_000",
        "3_000,      2_000, PT31M,        3_000",
        "4_000,      2_000, PT31M,        2_000",
        "1_000,      5_000, PT20M,        1_000",
        "1_000,      5_000, PT1M,         2_000",
    })
    void leafsRuleIsLeafs(String step, String storeStep, Duration life, String next) {
        assertThat(StepRule.LEAF.next(figure(step), figure(storeStep), life, Duration.ZERO))
                .isEqualTo(figure(next));
    }

    @Test
    void leafsRuleKeepsTheStepWhereNothingWasUsedUp() {
        assertThat(StepRule.LEAF.keep(1_000, 5_000)).isEqualTo(1_000);
        assertThat(rule.keep(1_000, 5_000)).isEqualTo(5_000);
    }

    @Test
    void theGreatestStepsDoNotOverflow() {
        StepRule widest =
                new StepRule(1, StepRule.LIMIT, Duration.ofMinutes(15), Duration.ofMinutes(30), Duration.ofMillis(500));
        assertThat(widest.next(StepRule.LIMIT, 1, QUICK, LONG_AGO)).isEqualTo(StepRule.LIMIT);
        assertThat(StepRule.LEAF.next(Long.MAX_VALUE, 1, QUICK, LONG_AGO)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void figuresThatDoNotFitTogetherAreRefused() {
        Duration minute = Duration.ofMinutes(1);
        assertThatThrownBy(() -> new StepRule(10, 9, minute, minute, minute))
                .isInstanceOf(ConfigException.class)
                .hasMessage("min-step is 10 and max-step is 9: must be 1 <= min-step <= max-step <= 9007199254740992");
        assertThatThrownBy(() -> new StepRule(1, 9, Duration.ofMinutes(2), minute, minute))
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
            assertThatThrownBy(() -> new LeafOptions(10, rule, Duration.ZERO, Duration.ofSeconds(1), extreme, 0))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageStartingWith("refresh is " + extreme);
        }
    }

    private static long figure(String digits) {
        return Long.parseLong(digits.replace("_", ""));
    }
}
