package io.distid.bench.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.IdGenerator;
import io.distid.bench.machine.CpuTime;
import io.distid.bench.machine.StealMeter;
import io.distid.bench.progress.Progress;
import io.distid.bench.results.Kind;
import io.distid.bench.results.Rate;
import io.distid.bench.results.Row;
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
    void eachRateSaysWhatTheHostTookOfIt() throws InterruptedException {
        // The references, the two rows, the references after them.
        measure(new StolenShares(0, 0, 0.5, 0.05, 0, 0)::get);

        assertThat(rates("sonyflake")).isNotEmpty().allMatch(rate -> rate.steal() == 0.5 && rate.underSteal());
        assertThat(rates("snowflake")).isNotEmpty().allMatch(rate -> rate.steal() == 0.05 && !rate.underSteal());
        assertThat(collector.references().get(0).throughput())
                .allMatch(rate -> rate.steal() == 0.0 && rate.samples().size() == 2);
    }

    @Test
    void unknownStealIsNotMentioned() throws InterruptedException {
        measure(() -> null);

        assertThat(rates("sonyflake")).isNotEmpty().allMatch(rate -> rate.steal() == null);
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
                        Profile.TINY,
                        subjects,
                        servers,
                        collector,
                        new Progress(new PrintWriter(printed), false),
                        new StealMeter(readings))) {
            for (Subject subject : subjects) {
                try (IdGenerator ids = subject.open(0, servers)) {
                    run.admit(subject, ids.traits());
                }
            }
            new ThroughputStage().measure(run);
        }
    }
}
