package io.distid.sonyflake;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.Coordination;
import io.distid.IdGenerators;
import io.distid.IdTraits;
import io.distid.LongIdGenerator;
import io.distid.Ordering;
import io.distid.Safety;
import io.distid.internal.BackgroundLog;
import io.distid.testkit.CapturedLog;
import io.distid.testkit.Eventually;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a generator says of itself, by the source of its machine id. */
class SafetyTest {
    private static final String RESTS_ON_CLOCK = "restart safety rests on the clock: no store keeps the last tick, so a"
            + " clock set back while the process is down can repeat ids, and so can a restart within max-lead";
    private static final String RESTS_ON_OPERATOR =
            "nothing checks that no other machine has this worker id: a check by name (check=redis, say) does";

    @Test
    void fixedMachineIdRestsOnTheClockAndSaysSo() {
        BackgroundLog.flush(); // What other tests have left.
        try (CapturedLog log = new CapturedLog(Sonyflake.class);
                LongIdGenerator ids = open(Map.of("worker", "fixed", "worker.id", "7"))) {
            BackgroundLog.flush();
            assertThat(ids.traits())
                    .isEqualTo(new IdTraits(
                            "sonyflake",
                            63,
                            Ordering.PER_GENERATOR,
                            true,
                            Coordination.NONE,
                            Safety.CLOCK,
                            OptionalLong.of(25_600),
                            SonyflakeFormat.DEFAULT.ticks().endOfLife(),
                            List.of(RESTS_ON_CLOCK, RESTS_ON_OPERATOR)));
            assertThat(log.lines())
                    .containsExactly("WARNING sonyflake machine 7: " + RESTS_ON_CLOCK + "; " + RESTS_ON_OPERATOR);
        }
    }

    @Test
    void fileRestsOnNoClock(@TempDir Path directory) {
        BackgroundLog.flush();
        try (CapturedLog log = new CapturedLog(Sonyflake.class);
                LongIdGenerator ids = open(Map.of(
                        "worker",
                        "file",
                        "worker.id",
                        "7",
                        "worker.file-create",
                        "true",
                        "worker.file",
                        directory + "/node",
                        "reservation",
                        "100ms"))) {
            BackgroundLog.flush();
            assertThat(ids.traits().safety()).isEqualTo(Safety.STORED);
            assertThat(ids.traits().coordination()).isEqualTo(Coordination.AT_START);
            assertThat(ids.traits().notes()).containsExactly(RESTS_ON_OPERATOR);
            assertThat(log.lines()).isEmpty();
        }
    }

    /** The first line of a JVM takes longer than all the rest of an opening. */
    @Test
    void warningIsLoggedByAnotherThreadThanTheOneThatOpens() {
        List<Thread> logged = new CopyOnWriteArrayList<>();
        Logger logger = Logger.getLogger(Sonyflake.class.getName());
        Handler recorder = new Handler() {
            @Override
            public void publish(LogRecord line) {
                logged.add(Thread.currentThread());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        BackgroundLog.flush();
        logger.addHandler(recorder);
        try (CapturedLog log = new CapturedLog(Sonyflake.class); // Else nothing is passed to handlers in tests.
                LongIdGenerator ids = open(Map.of("worker", "fixed", "worker.id", "8"))) {
            Eventually.await("a warning").until(() -> !logged.isEmpty());
            assertThat(logged).doesNotContain(Thread.currentThread());
            assertThat(log.lines()).singleElement().asString().contains(RESTS_ON_CLOCK);
            assertThat(ids.nextId()).isPositive();
        } finally {
            logger.removeHandler(recorder);
        }
    }

    private static LongIdGenerator open(Map<String, String> config) {
        return IdGenerators.openLong("sonyflake", config);
    }
}
