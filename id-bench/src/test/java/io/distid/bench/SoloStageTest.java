package io.distid.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.IdGenerator;
import io.distid.bench.progress.Progress;
import io.distid.bench.report.Row;
import io.distid.bench.report.StartUp;
import io.distid.bench.solo.SoloPlan;
import io.distid.bench.solo.SoloSubject;
import io.distid.bench.subject.Catalogue;
import io.distid.bench.subject.Servers;
import io.distid.bench.subject.Subject;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class SoloStageTest {
    private static final Duration SHORT = Duration.ofMillis(5);
    private static final SoloPlan PLAN = new SoloPlan(2, SHORT, SHORT, SHORT, SHORT, 1);

    @Test
    void oneSubjectIsLostAndTheOtherHasItsFiguresOfAllRoundsAndOfARestart() throws InterruptedException {
        List<Subject> subjects = Catalogue.named(List.of(LostProvider.NAME, "sonyflake"));
        Ledger ledger = new Ledger();
        StringWriter told = new StringWriter();
        try (Servers servers = new Servers();
                Run run = new Run(
                        Profile.TINY.withSolo(PLAN),
                        subjects,
                        servers,
                        ledger,
                        new Progress(new PrintWriter(told), false))) {
            for (Subject subject : subjects) {
                try (IdGenerator ids = subject.open(0, servers)) {
                    run.admit(subject, ids.traits());
                }
            }

            new SoloStage().measure(run);

            assertThat(run.remaining()).extracting(Subject::name).containsExactly("sonyflake");
        }
        Row lost = row(LostProvider.NAME, ledger);
        assertThat(lost.status()).isEqualTo(Row.Status.failed);
        assertThat(lost.reason()).isEqualTo("the store at jdbc:mysql://db/x?password=*** went away");
        assertThat(lost.startUp()).isNull();

        Row sonyflake = row("sonyflake", ledger);
        assertThat(sonyflake.status()).isEqualTo(Row.Status.measured);
        assertThat(sonyflake.latency()).hasSize(2);
        // Two rounds, each of a thousand calls at the least.
        assertThat(sonyflake.latency()).allMatch(latency -> latency.samples() >= 2_000);
        // Far from 400,000 a second: the format ends at 25,600.
        assertThat(sonyflake.latency().get(0).arrivals()).isBetween(0.1, 25_600.0);
        assertThat(sonyflake.traffic()).isNull();
        StartUp startUp = sonyflake.startUp();
        assertThat(startUp.samples()).isEqualTo(2);
        assertThat(startUp.firstMax()).isGreaterThanOrEqualTo(startUp.first());
        assertThat(startUp.leases()).hasSize(1);
        assertThat(startUp.leases().get(0).worker()).isEqualTo("file");
        assertThat(startUp.afterCrash()).isPositive();
        ledger.reference(SoloSubject.BARE, 1, List.of(1e8));
        assertThat(ledger.references().get(0).latency()).hasSize(2);
        assertThat(told.toString()).contains(SoloSubject.BARE, "restarting sonyflake, 1/1: file ");
    }

    private static Row row(String name, Ledger ledger) {
        return ledger.rows(null).stream()
                .filter(row -> row.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
