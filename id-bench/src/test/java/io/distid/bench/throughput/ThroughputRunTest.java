package io.distid.bench.throughput;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.IdGenerator;
import io.distid.LongIdGenerator;
import io.distid.Ordering;
import io.distid.bench.jvm.SettingsFile;
import io.distid.bench.subject.Catalogue;
import io.distid.bench.subject.IdTime;
import io.distid.bench.subject.LostProvider;
import io.distid.bench.subject.Servers;
import io.distid.bench.subject.Subject;
import io.distid.bench.subject.SuppliedIds;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ThroughputRunTest {
    private static final ForkPlan FORK = new ForkPlan(
            1, Duration.ofMillis(100), Duration.ZERO, 2, Duration.ofMillis(100), List.of(1, 2), List.of(1));

    @Test
    void idsThatLeadByAKnownAmountAreMeasuredAsThat() {
        LongIdGenerator fiveSecondsAhead = generator(() -> System.currentTimeMillis() + 5000);

        assertLead(5, fiveSecondsAhead, (high, id) -> id);
    }

    @Test
    void aLeadIsReadFromTheHighHalfOfUuids() {
        Subject v7 = Catalogue.subject("jug v7");
        try (Servers none = new Servers();
                IdGenerator generator = v7.open(0, none)) {
            assertLead(0, generator, v7.time());
        }
    }

    /** The clock moves on between the id and the look at it, by no more than both take. */
    private static void assertLead(double seconds, IdGenerator generator, IdTime time) {
        long begin = System.nanoTime();
        double lead = ForkedSubject.lead(generator, time);
        double took = (System.nanoTime() - begin) / 1e9;

        assertThat(lead).isBetween(seconds - took - 0.01, seconds + 0.01);
    }

    @Test
    void aStrategyThatMayLeadByHalfAMinuteIsFoundToDoSo() throws InterruptedException {
        // 25,600 ids a second, so that any machine is far ahead at once, and still is if it then stands still for
        // seconds.
        List<TrialResult> samples = measure("sonyflake", Map.of("max-lead", "30s"));

        assertThat(samples).hasSize(3);
        assertThat(samples.get(0).threads()).isEqualTo(1);
        assertThat(samples.get(1).threads()).isEqualTo(2);
        assertThat(samples.get(2).batch()).isTrue();
        for (TrialResult sample : samples) {
            assertThat(sample.rates()).hasSize(2).allMatch(rate -> rate > 0);
            assertThat(sample.lead()).isBetween(1.0, 30.0);
        }
    }

    @Test
    @Tag("slow")
    void aStrategyThatMayNotLeadDoesNotAndCostsNoObject() throws InterruptedException {
        TrialResult single = measure("snowflake", Map.of()).get(0);

        // Behind by as long as it takes to look, which on a busy machine is long.
        assertThat(single.lead()).isBetween(-60.0, 0.001);
        assertThat(single.of(Figure.CPU_NANOS)).isPositive();
        // The smallest object has 16 bytes; what else goes on in the JVM costs a few at the most.
        assertThat(single.of(Figure.BYTES)).isLessThan(16);
    }

    @Test
    @Tag("slow")
    void aPeerWithoutABatchHasNoneAndItsObjectsAreCounted() throws InterruptedException {
        List<TrialResult> samples = measure("jdk randomUUID", Map.of());

        assertThat(samples).hasSize(2).noneMatch(TrialResult::batch);
        assertThat(samples.get(0).lead()).isNull();
        // A UUID is a header and two longs.
        assertThat(samples.get(0).of(Figure.BYTES)).isGreaterThan(31);
    }

    @Test
    @Tag("slow")
    void exceptionOfAStrategyIsReportedInItsOwnWords() throws InterruptedException {
        try (SettingsFile settings = SettingsFile.write(Map.of(LostProvider.NAME, Map.of("way", "fail")))) {
            ThroughputRun run = new ThroughputRun(settings);
            Target target = Target.subject(LostProvider.NAME);

            // Its cause says no more than that time ran out.
            assertThatThrownBy(() -> run.measure(target, FORK))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageStartingWith("the store at jdbc:mysql://db/x")
                    .hasMessageEndingWith("went away")
                    .message()
                    .doesNotContain("hunter2");
        }
    }

    @Test
    void whatClaimsRangesIsWarmedUpUntilTheyHaveGrownAndACipherUntilItIsCompiled() {
        ForkPlan fork = new ForkPlan(
                2, Duration.ofMillis(80), Duration.ofMillis(800), 3, Duration.ofMillis(70), List.of(1, 2), List.of(1));

        assertThat(fork.forRanges().trials(true).stream().map(Trial::warmUps)).containsExactly(10, 1, 1);
        assertThat(fork.forRandomBits().trials(true).stream().map(Trial::warmUps))
                .containsExactly(7, 1, 1);
        assertThat(fork.trials(false).stream().map(Trial::warmUps)).containsExactly(2, 1);
        assertThat(fork.withThreads(List.of(4, 8)).trials(true).stream().map(Trial::threads))
                .containsExactly(4, 8, 4);
    }

    private static List<TrialResult> measure(String name, Map<String, String> more) throws InterruptedException {
        Subject subject = Catalogue.subject(name);
        Map<String, String> all = new HashMap<>(more);
        try (Servers none = new Servers()) {
            all.putAll(subject.settings().of(0, none));
            Target target = Target.subject(name);
            try (SettingsFile settings = SettingsFile.write(Map.of(name, all))) {
                // Up to five times: a machine that is busy may run none of it in a window of 100 ms.
                List<TrialResult> samples = new ThroughputRun(settings).measure(target, FORK);
                for (int i = 1; i < 5 && !isMeasured(samples); i++) {
                    samples = new ThroughputRun(settings).measure(target, FORK);
                }
                return samples;
            }
        }
    }

    private static boolean isMeasured(List<TrialResult> samples) {
        return samples.stream().allMatch(sample -> sample.rates().stream().allMatch(rate -> rate > 0));
    }

    private static LongIdGenerator generator(LongSupplier ids) {
        return new SuppliedIds("ahead", Ordering.NONE, ids);
    }
}
