package io.distid.sonyflake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.IdGenerators;
import io.distid.LongIdGenerator;
import io.distid.testkit.FreshWorker;
import io.distid.testkit.ManualClock;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a source of machine ids is asked for, and for which format: all holders of a namespace have to ask for the same. */
class MachineRangeTest {
    private static final SonyflakeFormat FORMAT =
            new SonyflakeFormat(Instant.parse("2020-01-01T00:00:00Z"), Duration.ofMillis(20), 9, 12);

    private final ManualClock clock = new ManualClock(Instant.parse("2026-11-20T12:00:00Z"));

    @Test
    void idsOfTheFormatNamespaceAndReservationAreAskedFor() {
        List<WorkerRequest> requests = new ArrayList<>();
        WorkerIds machines = new WorkerIds() {
            @Override
            public WorkerLease acquire(WorkerRequest request) {
                requests.add(request);
                return new FreshWorker(request.lastId()).acquire(request);
            }

            @Override
            public void close() {
                // Holds nothing.
            }
        };
        try (Sonyflake sonyflake = Sonyflake.builder()
                .format(FORMAT)
                .namespace("range")
                .reservation(Duration.ofSeconds(7))
                .clock(clock)
                .open(machines)) {
            assertThat(sonyflake.format()).isEqualTo(FORMAT);
            assertThat(FORMAT.decompose(sonyflake.nextId())).isEqualTo(new SonyflakeId(clock.instant(), 0, 4_095));
        }
        WorkerRequest request = requests.get(0);
        assertThat(request.namespace()).isEqualTo("range");
        assertThat(request.firstId()).isZero();
        assertThat(request.lastId()).isEqualTo(4_095);
        assertThat(request.reservation()).isEqualTo(Duration.ofSeconds(7));
        assertThat(request.fingerprint()).isEqualTo("time42 sequence9 machine12, tick 20 ms, epoch 1577836800000");
        assertThat(request.clock()).isSameAs(clock);
    }

    @Test
    void formatAndNamespaceAreThoseOfTheSettings() {
        Map<String, String> settings = Map.of(
                "epoch", "2020-01-01T00:00:00Z",
                "tick", "20ms",
                "sequence-bits", "9",
                "worker-bits", "12",
                "worker", "fixed",
                "worker.id", "4095",
                "namespace", "settings-format");
        try (LongIdGenerator ids = IdGenerators.openLong("sonyflake", settings)) {
            assertThat(ids.unwrap(Sonyflake.class).format()).isEqualTo(FORMAT);
            assertThat(ids.nextId() & 0xFFF).isEqualTo(4_095);
            assertThatThrownBy(() -> IdGenerators.openLong("sonyflake", settings))
                    .hasMessageStartingWith("worker id 4095 of namespace \"settings-format\" is in use");
        }
    }
}
