package io.distid.bench.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.bench.machine.StealMeter;
import io.distid.bench.progress.Progress;
import io.distid.bench.subject.Catalogue;
import io.distid.bench.subject.Servers;
import java.io.PrintWriter;
import java.io.Writer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How much of each stage is measured in a time. */
class TimeBudgetTest {
    @AutoClose
    private final Servers servers = new Servers();

    private final StageContext context = new StageContext(
            Profile.QUICK,
            List.of(Catalogue.subject("uuid-v4")),
            servers,
            new ResultCollector(),
            new Progress(new PrintWriter(Writer.nullWriter()), false),
            new StealMeter());

    /** Takes a time that falls with the share, of which a tenth remains. */
    private record Fixed(String title, Duration all) implements Stage {
        @Override
        public Duration estimate(StageContext run) {
            return Duration.ofMillis((long)
                    (all.toMillis() * Math.max(0.1, run.profile().tables().rows() / 80_000.0)));
        }

        @Override
        public void measure(StageContext run) {}
    }

    @Test
    void allOfItIsMeasuredWhereThereIsTimeAndNothingIsSaid() {
        TimeBudget budget = budget(5, Duration.ofSeconds(100), 1, fixed("one", 20), fixed("other", 20));

        assertThat(budget.allows(stages.get(0))).isTrue();
        assertThat(context.profile().watched()).isEqualTo(Profile.QUICK.watched());
        assertThat(budget.allows(stages.get(1))).isTrue();
        assertThat(budget.shortened()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(doubles = {1, 2, 4})
    void aSlowMachineMeasuresLessOfEachStageAndNamesThem(double pace) {
        TimeBudget budget = budget(5, Duration.ofSeconds(100), pace, fixed("one", 100), fixed("other", 100));

        assertThat(budget.allows(stages.get(0))).isTrue();
        Duration both = stages.stream().map(stage -> stage.estimate(context)).reduce(Duration.ZERO, Duration::plus);
        assertThat(both.toMillis() * pace).isBetween(20_000.0, 100_000.0);
        assertThat(context.profile().watched()).isLessThan(Profile.QUICK.watched());
        assertThat(budget.shortened().orElseThrow())
                .matches(
                        "shortened to fit into 5 minutes with the build: one to \\d\\d % \\(--minutes asks for more\\)");
    }

    @Test
    void aStageThatDoesNotFitIsLeftOutAndNamedUnlessItIsOneOfTheFirstTwo() {
        TimeBudget budget =
                budget(5, Duration.ofSeconds(1), 1, fixed("one", 100), fixed("other", 100), fixed("third", 100));

        assertThat(budget.allows(stages.get(0))).isTrue();
        assertThat(budget.allows(stages.get(1))).isTrue();
        assertThat(budget.allows(stages.get(2))).isFalse();
        assertThat(budget.shortened().orElseThrow()).contains("one to 10 %, other to 10 %, third left out");
    }

    @Test
    void whatIsLeftOutOfAStageOnceTheTimeIsOverIsNamed() throws InterruptedException {
        TimeBudget budget = budget(5, Duration.ofSeconds(1), 1, fixed("one", 1), fixed("other", 1));

        budget.allows(stages.get(0));
        context.timed("goes on", Duration.ZERO, () -> "done");
        budget.allows(stages.get(1));
        context.timed("is left out", Duration.ZERO, () -> {
            throw new IllegalStateException("is not called");
        });
        assertThat(budget.shortened().orElseThrow())
                .contains("other to 10 % without 1 of its measurements")
                .doesNotContain("one to 10 % without");
    }

    @Test
    void moreThanAllIsMeasuredOnlyWhereMoreMinutesAreAskedFor() {
        assertThat(watched(5)).isEqualTo(Profile.QUICK.watched());
        assertThat(watched(20)).isEqualTo(10 * Profile.QUICK.watched());
    }

    private int watched(int minutes) {
        context.useProfile(Profile.QUICK);
        TimeBudget budget = budget(minutes, Duration.ofHours(1), 1, fixed("one", 100));
        budget.allows(stages.get(0));
        return context.profile().watched();
    }

    @Test
    void theBuildCountsAndARunThatItLeftNoTimeShowsSomething() {
        Instant now = Instant.parse("2026-11-28T12:00:00Z");
        Duration five = Duration.ofMinutes(5);

        assertThat(TimeBudget.left(five, now.minusSeconds(60), now)).isEqualTo(Duration.ofSeconds(240));
        assertThat(TimeBudget.left(five, now.minusSeconds(600), now)).isEqualTo(Duration.ofSeconds(100));
    }

    private List<Stage> stages = List.of();

    private TimeBudget budget(int minutes, Duration left, double pace, Stage... all) {
        stages = List.of(all);
        TimeBudget budget = new TimeBudget(Duration.ofMinutes(minutes), stages, context);
        budget.begin(left, pace);
        return budget;
    }

    private static Stage fixed(String title, int seconds) {
        return new Fixed(title, Duration.ofSeconds(seconds));
    }
}
