package io.distid.bench.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.bench.machine.StealMeter;
import io.distid.bench.progress.Progress;
import io.distid.bench.results.Row;
import io.distid.bench.subject.Catalogue;
import io.distid.bench.subject.Servers;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class IdCheckStageTest {
    private final StringWriter printed = new StringWriter();
    private final ResultCollector collector = new ResultCollector();

    @Test
    void tooFewIdsOfAGeneratorShowNothing() throws InterruptedException {
        Row row = checked("uuid-v7", 400);

        assertThat(row.status()).isEqualTo(Row.Status.notShown);
        assertThat(row.reason()).startsWith("of 2 generators one made 800 ids, and fewer than 1,000 show neither");
        assertThat(printed.toString()).contains("checking uuid-v7: 1.60 k ids, not shown");
    }

    @Test
    void enoughShowIt() throws InterruptedException {
        assertThat(checked("uuid-v7", 500).status()).isEqualTo(Row.Status.measured);
    }

    @Test
    void aRepeatIsShownByHoweverFew() throws InterruptedException {
        assertThat(checked("broken-duplicates", 4).status()).isEqualTo(Row.Status.failed);
    }

    @Test
    void aWayThatRepeatsIsCaught() throws InterruptedException {
        for (String strategy : List.of("broken-batches", "broken-texts")) {
            Row row = checked(strategy, 2_000);

            assertThat(row.status()).as(strategy).isEqualTo(Row.Status.failed);
            assertThat(row.reason()).contains(" duplicates: ");
        }
    }

    private Row checked(String strategy, int idsPerThread) throws InterruptedException {
        Profile tiny = Profile.TINY;
        Profile profile = new Profile(
                "short",
                1,
                tiny.fork(),
                2,
                2,
                idsPerThread,
                Duration.ofMinutes(1),
                tiny.latency(),
                tiny.processes(),
                tiny.watched(),
                1);
        try (Servers servers = new Servers();
                StageContext run = new StageContext(
                        profile,
                        List.of(Catalogue.subject(strategy)),
                        servers,
                        collector,
                        new Progress(new PrintWriter(printed, true)),
                        new StealMeter())) {
            new IdCheckStage().measure(run);
        }
        return collector.rows(null).stream()
                .filter(row -> row.name().equals(strategy))
                .findFirst()
                .orElseThrow();
    }
}
