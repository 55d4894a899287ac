package io.distid.bench.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.IdGenerator;
import io.distid.bench.progress.Progress;
import io.distid.bench.results.CpuTime;
import io.distid.bench.results.Kind;
import io.distid.bench.results.Rate;
import io.distid.bench.results.Row;
import io.distid.bench.results.StealMeter;
import io.distid.bench.subject.Catalogue;
import io.distid.bench.subject.Servers;
import io.distid.bench.subject.Subject;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class ThroughputStageTest {
    private final ResultCollector collector = new ResultCollector();
    private final StringWriter printed = new StringWriter();

    @Test
    void aRowUnderStealIsMeasuredOnceMoreAndNoOtherIs() throws InterruptedException {
        // Of the first round the references, then the two rows; references after them; the first row again.
        measure(new StolenShares(0, 0, 0.5, 0.05, 0, 0, 0.02)::get);

        assertThat(rates("sonyflake")).allMatch(rate -> rate.steal() == 0.02 && rate.firstSteal() == 0.5);
        assertThat(rates("sonyflake")).allMatch(rate -> rate.samples().size() == 1 && !rate.underSteal());
        assertThat(rates("snowflake")).allMatch(rate -> rate.steal() == 0.05 && rate.firstSteal() == null);
        assertThat(printed.toString())
                .contains("measuring sonyflake once more: the host took 50 % of the CPU time")
                .doesNotContain("measuring snowflake once more");
        assertThat(collector.references().get(0).throughput()).allMatch(rate -> rate.steal() == 0.0);
    }

    @Test
    void aRowIsMeasuredOnceMoreAndNotAgainAndTheFiguresWithLessStealCount() throws InterruptedException {
        measure(new StolenShares(0, 0, 0.3, 0, 0, 0, 0.4)::get);

        assertThat(rates("sonyflake")).isNotEmpty().allMatch(rate -> rate.steal() == 0.3 && rate.underSteal());
        assertThat(printed.toString())
                .containsOnlyOnce("measuring sonyflake once more")
                .contains("no less this time");
    }

    @Test
    void aReferenceUnderStealHasAFurtherFork() throws InterruptedException {
        measure(new StolenShares(0.3, 0, 0, 0, 0, 0, 0)::get);

        assertThat(printed.toString())
                .containsOnlyOnce("AtomicLong.getAndIncrement, once more: the host took more than a tenth")
                .doesNotContain("System.currentTimeMillis, once more");
        assertThat(collector.references().get(0).throughput())
                .allMatch(rate -> rate.samples().size() == 3);
    }

    @Test
    void whereStealIsNotToldNothingIsMeasuredOnceMore() throws InterruptedException {
        measure(() -> null);

        assertThat(rates("sonyflake")).isNotEmpty().allMatch(rate -> rate.steal() == null);
        assertThat(printed.toString()).doesNotContain("once more");
    }

    private List<Rate> rates(String name) {
        Row row = collector.rows(null).stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
        return row.rates(Kind.THROUGHPUT);
    }

    private void measure(Supplier<@Nullable CpuTime> readings) throws InterruptedException {
        List<Subject> subjects = List.of(Catalogue.subject("sonyflake"), Catalogue.subject("snowflake"));
        try (Servers servers = new Servers();
                StageContext run = new StageContext(
                        Profile.TINY, subjects, servers, collector, new Progress(new PrintWriter(printed), false))) {
            for (Subject subject : subjects) {
                try (IdGenerator ids = subject.open(0, servers)) {
                    run.admit(subject, ids.traits());
                }
            }
            new ThroughputStage(new StealMeter(readings)).measure(run);
        }
    }
}
