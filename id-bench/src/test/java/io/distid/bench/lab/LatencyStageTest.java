package io.distid.bench.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.IdGenerator;
import io.distid.bench.latency.LatencyMeasurement;
import io.distid.bench.latency.LatencyPlan;
import io.distid.bench.machine.StealMeter;
import io.distid.bench.progress.Progress;
import io.distid.bench.results.Kind;
import io.distid.bench.results.Row;
import io.distid.bench.results.StartUp;
import io.distid.bench.subject.Catalogue;
import io.distid.bench.subject.LostProvider;
import io.distid.bench.subject.Servers;
import io.distid.bench.subject.Subject;
import io.distid.bench.throughput.TrialResult;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class LatencyStageTest {
    private static final Duration SHORT = Duration.ofMillis(5);
    private static final LatencyPlan PLAN = new LatencyPlan(2, SHORT, SHORT, SHORT, SHORT, 1);

    @Test
    void oneSubjectIsLostAndTheOtherHasItsFiguresOfAllRoundsAndOfARestart() throws InterruptedException {
        List<Subject> subjects = Catalogue.named(List.of(LostProvider.NAME, "sonyflake"));
        ResultCollector collector = new ResultCollector();
        StringWriter printed = new StringWriter();
        try (Servers servers = new Servers();
                StageContext run = new StageContext(
                        profile(),
                        subjects,
                        servers,
                        collector,
                        new Progress(new PrintWriter(printed), false),
                        new StealMeter())) {
            for (Subject subject : subjects) {
                try (IdGenerator ids = subject.open(0, servers)) {
                    run.admit(subject, ids.traits());
                }
            }

            new LatencyStage().measure(run);

            assertThat(run.remaining()).extracting(Subject::name).containsExactly("sonyflake");
        }
        Row lost = row(LostProvider.NAME, collector);
        assertThat(lost.status()).isEqualTo(Row.Status.failed);
        assertThat(lost.reason()).isEqualTo("the store at jdbc:mysql://db/x went away");
        assertThat(lost.get(Kind.START_UP)).isNull();

        Row sonyflake = row("sonyflake", collector);
        assertThat(sonyflake.status()).isEqualTo(Row.Status.measured);
        assertThat(sonyflake.get(Kind.LATENCY)).hasSize(2);
        // Two rounds, each of a thousand calls at the least.
        assertThat(sonyflake.get(Kind.LATENCY)).allMatch(latency -> latency.samples() >= 2_000);
        // Far from 400,000 a second: the format ends at 25,600.
        assertThat(sonyflake.get(Kind.LATENCY).get(0).arrivals()).isBetween(0.1, 25_600.0);
        assertThat(sonyflake.get(Kind.ROUND_TRIPS)).isNull();
        StartUp startUp = sonyflake.get(Kind.START_UP);
        assertThat(startUp.samples()).isEqualTo(2);
        assertThat(startUp.firstMax()).isGreaterThanOrEqualTo(startUp.first());
        assertThat(startUp.leases()).hasSize(1);
        assertThat(startUp.leases().get(0).worker()).isEqualTo("file");
        assertThat(startUp.afterCrash()).isPositive();
        TrialResult trial = new TrialResult(1, false, List.of(1e8), null, Map.of());
        collector.reference(LatencyMeasurement.BARE, new MeasuredFork(List.of(trial), null));
        assertThat(collector.references().get(0).latency()).hasSize(2);
        assertThat(printed.toString()).contains(LatencyMeasurement.BARE, "restarting sonyflake, 1/1: file ");
    }

    private static Profile profile() {
        Profile tiny = Profile.TINY;
        return new Profile(
                "short",
                tiny.forks(),
                tiny.fork(),
                tiny.nodes(),
                tiny.nodeThreads(),
                tiny.idsPerThread(),
                tiny.check(),
                PLAN,
                tiny.processes(),
                tiny.watched(),
                1);
    }

    private static Row row(String name, ResultCollector collector) {
        return collector.rows(null).stream()
                .filter(row -> row.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
