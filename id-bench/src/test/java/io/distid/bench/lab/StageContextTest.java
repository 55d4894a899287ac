package io.distid.bench.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.IdGenerator;
import io.distid.bench.machine.StealMeter;
import io.distid.bench.progress.Progress;
import io.distid.bench.results.Row;
import io.distid.bench.subject.Catalogue;
import io.distid.bench.subject.Servers;
import io.distid.bench.subject.Subject;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What becomes of steps. */
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
    void stepUnderStealIsDoneOnceAndIsNamed() throws InterruptedException {
        List<LogRecord> logged = new ArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord warning) {
                logged.add(warning);
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger logger = Logger.getLogger("io.distid.bench");
        Level before = logger.getLevel();
        logger.setLevel(Level.WARNING);
        logger.addHandler(handler);
        try (StageContext run = context(0.05, 0.3)) {
            step(run, "one");
            step(run, "other");
            run.warnOfSteal();
        } finally {
            logger.removeHandler(handler);
            logger.setLevel(before);
        }
        assertThat(done).containsExactly("one", "other");
        assertThat(logged)
                .singleElement()
                .extracting(LogRecord::getMessage)
                .asString()
                .endsWith("during these steps: other (30 %)");
    }

    @Test
    void subjectThatFailedLeavesTheRun() throws InterruptedException {
        try (StageContext run = context(0.3)) {
            run.timed(subject, "first", Duration.ZERO, () -> {
                throw new IllegalStateException("broken");
            });
            assertThat(run.remaining()).isEmpty();
        }
        assertThat(collector.rows(null).get(0).status()).isEqualTo(Row.Status.failed);
        assertThat(printed.toString()).contains("first: failed: broken");
    }

    @Test
    void stepsAreLeftOutAndCountedOnceTheTimeIsOver() throws InterruptedException {
        try (StageContext run = context(0, 0)) {
            step(run, "one");
            AtomicInteger leftOut = new AtomicInteger();
            run.leaveOutOnce(() -> leftOut.incrementAndGet() > 0);
            step(run, "other");
            run.attempt(subject, "third", Duration.ZERO, () -> {
                throw new IllegalStateException("is not called");
            });
            assertThat(leftOut).hasValue(2);
            assertThat(run.remaining()).containsExactly(subject);
        }
        assertThat(done).containsExactly("one");
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
