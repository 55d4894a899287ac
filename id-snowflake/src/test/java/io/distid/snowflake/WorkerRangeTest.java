package io.distid.snowflake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.ConfigException;
import io.distid.testkit.FreshWorker;
import io.distid.testkit.ManualClock;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a source of worker ids is asked for: one that grants more than a datacenter's own grants what another datacenter's grants, too. */
class WorkerRangeTest {
    private final ManualClock clock = new ManualClock(Instant.parse("2026-11-20T12:00:00Z"));
    private final List<WorkerRequest> requests = new ArrayList<>();

    @Test
    void withoutADatacenterAllIdsOfBothFieldsAreAskedFor() {
        assertThat(rangeOf(builder())).isEqualTo("0-1023");
        assertThat(rangeOf(builder().layout(SnowflakePreset.LEAF.layout()))).isEqualTo("0-1023");
        assertThat(rangeOf(builder().layout(SnowflakePreset.JAVASCRIPT.layout())))
                .isEqualTo("0-63");
    }

    @Test
    void onlyIdsOfItsOwnDatacenterAreAskedFor() {
        assertThat(rangeOf(builder().datacenter(0))).isEqualTo("0-31");
        assertThat(rangeOf(builder().datacenter(17))).isEqualTo("544-575");
        assertThat(rangeOf(builder().datacenter(31))).isEqualTo("992-1023");
        assertThat(rangeOf(builder().layout(SnowflakePreset.LEAF.layout()).datacenter(0)))
                .isEqualTo("0-1023");
    }

    @Test
    void datacenterThatTheLayoutHasNoBitsForIsRefused() {
        for (int datacenter : new int[] {-1, 32, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            assertThatThrownBy(() -> rangeOf(builder().datacenter(datacenter)))
                    .isInstanceOf(ConfigException.class)
                    .hasMessage("datacenter is " + datacenter + ": must be from 0 to 31, the range of the layout");
        }
        assertThatThrownBy(() ->
                        rangeOf(builder().layout(SnowflakePreset.LEAF.layout()).datacenter(1)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("must be from 0 to 0");
        assertThat(requests).isEmpty();
    }

    @Test
    void requestHasNamespaceReservationAndLayout() {
        rangeOf(builder().reservation(Duration.ofSeconds(7)));
        WorkerRequest request = requests.get(0);
        assertThat(request.namespace()).isEqualTo("range");
        assertThat(request.reservation()).isEqualTo(Duration.ofSeconds(7));
        assertThat(request.fingerprint())
                .isEqualTo(SnowflakePreset.DISTID.layout().fingerprint());
        assertThat(request.clock()).isSameAs(clock);
    }

    private SnowflakeBuilder builder() {
        return Snowflake.builder().namespace("range").clock(clock);
    }

    private String rangeOf(SnowflakeBuilder builder) {
        WorkerIds workers = new WorkerIds() {
            @Override
            public WorkerLease acquire(WorkerRequest request) {
                requests.add(request);
                // Counted from the first.
                return new FreshWorker(request.lastId() - request.firstId()).acquire(request);
            }

            @Override
            public void close() {
                // Holds nothing.
            }
        };
        builder.open(workers).close();
        WorkerRequest request = requests.get(requests.size() - 1);
        return request.firstId() + "-" + request.lastId();
    }
}
