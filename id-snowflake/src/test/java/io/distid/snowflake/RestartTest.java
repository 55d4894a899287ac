package io.distid.snowflake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.ClockBehindException;
import io.distid.ConfigException;
import io.distid.IdGenerators;
import io.distid.internal.worker.FileWorkerIdsProvider;
import io.distid.spi.IdConfig;
import io.distid.testkit.FreshWorker;
import io.distid.testkit.ManualClock;
import io.distid.time.ClockLimits;
import io.distid.time.SequenceStart;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.OptionalInt;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A node that is started again, on the same file. */
class RestartTest {
    private static final Duration MILLI = Duration.ofMillis(1);
    /** What a file costs once that was not there before: twice the reservation. */
    private static final Duration FIRST_START = Duration.ofSeconds(6);
    /** A node that leads by a tick, since the first one of a file is that after its bound. */
    private static final ClockLimits NEW = new ClockLimits(MILLI, Duration.ZERO, SequenceStart.ZERO);

    private final ManualClock clock = new ManualClock(Instant.parse("2026-11-20T12:00:00Z"));

    /** Of each test its own, since a process remembers the last stamp of each worker id. */
    private final String namespace = "restart-" + UUID.randomUUID();

    @TempDir
    Path directory;

    private WorkerIds workers() {
        FileWorkerIdsProvider provider = new FileWorkerIdsProvider();
        String path = directory.resolve("back").toString();
        return provider.open(IdConfig.of(provider, Map.of("file", path, "id", "3", "file-create", "true")));
    }

    /** A file that has no id in it yet, and is free from now on. */
    private void start() {
        clock.stepBack(FIRST_START);
        SnowflakeLayout layout = SnowflakePreset.DISTID.layout();
        try (WorkerIds source = workers()) {
            WorkerLease lease = source.acquire(new WorkerRequest(
                    namespace,
                    0,
                    layout.lastNode(),
                    OptionalInt.empty(),
                    FIRST_START.dividedBy(2),
                    layout.fingerprint(),
                    "the first start",
                    clock));
            lease.release(lease.stampedUntil());
        }
        clock.advance(FIRST_START);
    }

    private SnowflakeBuilder node(ClockLimits rule) {
        return Snowflake.builder().namespace(namespace).clock(clock).rule(rule).startWait(Duration.ZERO);
    }

    @Test
    void clockSetBackByAnHourWhileTheNodeIsDownRepeatsNothing() {
        start();
        long last;
        try (Snowflake snowflake = node(NEW).open(workers())) {
            last = snowflake.nextId();
        }
        clock.stepBack(Duration.ofHours(1));
        assertThatThrownBy(() -> node(ClockLimits.TWITTER).open(workers()))
                .isInstanceOf(ClockBehindException.class)
                .hasMessageContaining("2026-11-20T12:00:00.002Z")
                .hasMessageContaining("2026-11-20T11:00:00Z");

        ClockLimits leading = new ClockLimits(Duration.ofHours(2), Duration.ZERO, SequenceStart.ZERO);
        try (Snowflake snowflake =
                node(leading).reservation(Duration.ofHours(3)).open(workers())) {
            long next = snowflake.nextId();
            assertThat(next).isGreaterThan(last);
            assertThat(snowflake.lead()).isBetween(Duration.ofHours(1), Duration.ofMinutes(61));
            assertThat(snowflake.decode(next).time()).isEqualTo(Instant.parse("2026-11-20T12:00:00.002Z"));
            last = next;
        }

        clock.advance(Duration.ofHours(1).plusMillis(3));
        try (Snowflake snowflake = node(ClockLimits.TWITTER).open(workers())) {
            assertThat(snowflake.nextId()).isGreaterThan(last);
        }
    }

    /** So that the test above is seen to rest on the file. */
    @Test
    void clockSetBackByAnHourRepeatsIdsWhereNothingIsKept() {
        long last;
        try (Snowflake snowflake = node(NEW).open(new FreshWorker(4))) {
            last = snowflake.nextId();
        }
        clock.stepBack(Duration.ofHours(1));
        try (Snowflake snowflake = node(NEW).open(new FreshWorker(4))) {
            assertThat(snowflake.nextId()).isLessThan(last);
            clock.advance(Duration.ofHours(1));
            assertThat(snowflake.nextId()).isEqualTo(last);
        }
    }

    /** Another file, with another id, may be meant once the setting is mended. */
    @ParameterizedTest
    @CsvSource({
        "max-lead, 3001ms, 'max-lead is 3001 ms, longer than the reservation of 3000 ms'",
        "sequence-start, random:4097, 'sequence start is random below 4097, but 12 sequence bits hold only 4096'",
        "start-wait, 5999ms, 'start-wait is 5999 ms, but the first id of a'",
        "text, padded:21, 'snowflake: key \"text\" is \"padded:21\": must be padded:1 to padded:20 for ids'"
    })
    void whatDoesNotFitIsRefusedBeforeAFileIsMade(String key, String value, String message) {
        Map<String, String> settings = Map.of(
                "worker",
                "file",
                "worker.file",
                directory.resolve("unmade").toString(),
                "worker.file-create",
                "true",
                "worker.id",
                "3",
                key,
                value);
        assertThatThrownBy(() -> IdGenerators.openLong("snowflake", settings))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith(message);
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void aLeasedSourceThatIsPreferredIsRefusedBeforeItMakesAFile() {
        Map<String, String> settings = Map.of(
                "prefer",
                "file",
                "prefer.file",
                directory.resolve("preferred").toString(),
                "prefer.file-create",
                "true",
                "prefer.id",
                "3",
                "worker",
                "file",
                "worker.file",
                directory.resolve("unmade").toString(),
                "worker.file-create",
                "true");
        assertThatThrownBy(() -> IdGenerators.openLong("snowflake", settings))
                .isInstanceOf(ConfigException.class)
                .hasMessage("the preferred worker id comes from a source that leases ids itself: prefer fixed,"
                        + " hostname or ip");
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void idIsDecodedByTheGeneratorsOwnClock() {
        clock.set(Instant.parse("2080-01-01T00:00:00Z"));
        try (Snowflake snowflake = node(NEW).open(new FreshWorker(5))) {
            long id = snowflake.nextId();
            assertThat(snowflake.decode(id)).isEqualTo(new SnowflakeId(clock.instant(), 0, 5, 0));
            long later = snowflake.layout().firstIdAt(clock.instant().plusSeconds(2));
            assertThatThrownBy(() -> snowflake.decode(later))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("would carry 2080-01-01T00:00:02Z, which is after 2080-01-01T00:00:01Z");
        }
    }
}
