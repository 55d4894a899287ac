package io.distid.snowflake;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.Coordination;
import io.distid.IdGenerators;
import io.distid.IdTraits;
import io.distid.LongIdGenerator;
import io.distid.Ordering;
import io.distid.Safety;
import io.distid.internal.BackgroundLog;
import io.distid.testkit.CapturedLog;
import io.distid.testkit.ConfigPairs;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a generator says of itself, by the source of its worker id. */
class SafetyTest {
    private static final String RESTS_ON_CLOCK = "restart safety rests on the clock: no store keeps the last tick, so a"
            + " clock set back while the process is down can repeat ids, and so can a restart within max-lead";

    private static final String RESTS_ON_OPERATOR =
            "nothing checks that no other machine has this worker id: a store that all nodes share (worker=mysql, postgresql, redis, zookeeper or etcd) does";

    private List<String> logged = List.of();

    @TempDir
    Path directory;

    @Test
    void fixedWorkerIdRestsOnTheClockAndSaysSo() {
        IdTraits traits = traits(Map.of("worker.id", "7"));
        assertThat(traits)
                .isEqualTo(new IdTraits(
                        "snowflake",
                        63,
                        Ordering.PER_GENERATOR,
                        true,
                        Coordination.NONE,
                        Safety.CLOCK,
                        OptionalLong.of(4_096_000),
                        SnowflakePreset.DISTID.layout().format().endOfLife(),
                        List.of(RESTS_ON_CLOCK, RESTS_ON_OPERATOR)));
        assertThat(logged).containsExactly("WARNING snowflake node 7: " + RESTS_ON_CLOCK + "; " + RESTS_ON_OPERATOR);
    }

    @Test
    void fileRestsOnNoClock() {
        IdTraits traits = traits(Map.of(
                "worker",
                "file",
                "worker.id",
                "7",
                "worker.file-create",
                "true",
                "worker.file",
                directory + "/node",
                "reservation",
                "100ms"));
        assertThat(traits.safety()).isEqualTo(Safety.STORED);
        assertThat(traits.coordination()).isEqualTo(Coordination.AT_START);
        assertThat(traits.notes()).containsExactly(RESTS_ON_OPERATOR);
        assertThat(logged).isEmpty();
    }

    @Test
    void orderOfTheFieldsDecidesWhatIsClaimed() {
        IdTraits workerFirst = traits(Map.of("worker.id", "7", "field-order", "worker,datacenter,time,sequence"));
        assertThat(workerFirst.ordering()).isEqualTo(Ordering.PER_GENERATOR);
        assertThat(workerFirst.timeSorted()).isFalse();
        IdTraits timeLast = traits(Map.of("worker.id", "7", "field-order", "worker,datacenter,sequence,time"));
        assertThat(timeLast.ordering()).isEqualTo(Ordering.NONE);
        assertThat(timeLast.timeSorted()).isFalse();
    }

    private IdTraits traits(Map<String, String> changes) {
        Map<String, String> config = ConfigPairs.with(changes, "namespace", "safety");
        BackgroundLog.flush(); // What other tests have left.
        try (CapturedLog log = new CapturedLog(Snowflake.class);
                LongIdGenerator snowflake = IdGenerators.openLong("snowflake", config)) {
            BackgroundLog.flush();
            logged = log.lines();
            return snowflake.traits();
        }
    }
}
