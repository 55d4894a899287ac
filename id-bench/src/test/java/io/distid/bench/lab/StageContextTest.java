package io.distid.bench.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.IdGenerator;
import io.distid.bench.progress.Progress;
import io.distid.bench.results.Row;
import io.distid.bench.results.StealMeter;
import io.distid.bench.subject.Catalogue;
import io.distid.bench.subject.Servers;
import io.distid.bench.subject.Subject;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which steps are done once more, and how often. */
class StageContextTest {
    private final Subject subject = Catalogue.subject("uuid-v4");
    private final ResultCollector collector = new ResultCollector();
    private final StringWriter printed = new StringWriter();
    private final Servers servers = new Servers();
    private final List<String> done = new ArrayList<>();

    @AfterEach
    void close() {
        servers.close();
    }

    @Test
    void stepUnderStealIsDoneOnceMoreAndNoOtherIs() throws InterruptedException {
        try (StageContext run = context(0.05, 0.3, 0.4)) {
            step(run, "one");
            step(run, "other");
            assertThat(run.isAnyStolen()).isTrue();
            run.repeatStolen();
            assertThat(run.isAnyStolen()).isFalse();
            run.repeatStolen();
        }
        assertThat(done).containsExactly("one", "other", "other");
        assertThat(printed.toString()).contains("other, once more: the host took 30 % of the CPU time: done");
    }

    @Test
    void subjectThatFailedMeanwhileIsNotMeasuredOnceMore() throws InterruptedException {
        try (StageContext run = context(0.3, 0, 0)) {
            run.timed(subject, "first", Duration.ZERO, () -> {
                done.add("first");
                return "done";
            });
            run.timed(subject, "second", Duration.ZERO, () -> {
                throw new IllegalStateException("broken");
            });
            run.repeatStolen();
        }
        assertThat(done).containsExactly("first");
        assertThat(collector.rows(null).get(0).status()).isEqualTo(Row.Status.failed);
        assertThat(printed.toString()).contains("second: failed: broken").doesNotContain("once more");
    }

    @Test
    void stepThatFailsOnceMoreLeavesTheFirstAndItsSubject() throws InterruptedException {
        try (StageContext run = context(0.3, 0)) {
            run.timed(subject, "first", Duration.ZERO, () -> {
                done.add("first");
                if (done.size() > 1) {
                    throw new IllegalStateException("broken");
                }
                return "done";
            });
            run.repeatStolen();
            assertThat(run.remaining()).containsExactly(subject);
        }
        assertThat(done).hasSize(2);
        assertThat(collector.rows(null).get(0).status()).isEqualTo(Row.Status.measured);
        assertThat(printed.toString()).contains("failed: broken");
    }

    private void step(StageContext run, String what) throws InterruptedException {
        run.timed(what, Duration.ZERO, () -> {
            done.add(what);
            return "done";
        });
    }

    private StageContext context(double... shares) {
        StageContext run = new StageContext(
                Profile.TINY,
                List.of(subject),
                servers,
                collector,
                new Progress(new PrintWriter(printed), false),
                new StealMeter(new StolenShares(shares)::get));
        try (IdGenerator ids = subject.open(0, servers)) {
            run.admit(subject, ids.traits());
        }
        return run;
    }
}
