package io.distid;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.internal.CallCounts;
import io.distid.worker.LeaseHealth;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class IdStatsTest {
    @Test
    void valuesThatWereNotSetAreAbsentAndNotZero() {
        IdStats stats = IdStats.builder().build();
        assertThat(stats.lead()).isEmpty();
        assertThat(stats.waits()).isEmpty();
        assertThat(stats.failures()).isEmpty();
        assertThat(stats.lease()).isEmpty();
        assertThat(stats.segment()).isEmpty();
        assertThat(stats.retries()).isEmpty();
        assertThat(stats.idsLeft()).isEmpty();
        assertThat(stats.closed()).isFalse();
        assertThat(stats).hasToString("IdStats{}");
    }

    @Test
    void valuesThatWereSetAreReturned() {
        LeaseHealth lease = new LeaseHealth(3, Instant.EPOCH, null, null, Instant.EPOCH, 0, 1, false, false);
        IdStats stats = IdStats.builder()
                .lead(Duration.ofMillis(5))
                .refusedUntil(Instant.EPOCH)
                .waits(new WaitStats(2, Duration.ofMillis(7)))
                .failures(Map.of(BackendException.class, 4L))
                .lease(lease)
                .retries(6)
                .idsLeft(8)
                .closed(true)
                .build();
        assertThat(stats.lead()).hasValue(Duration.ofMillis(5));
        assertThat(stats.refusedUntil()).hasValue(Instant.EPOCH);
        assertThat(stats.waits()).hasValue(new WaitStats(2, Duration.ofMillis(7)));
        assertThat(stats.failures()).containsExactly(Map.entry(BackendException.class, 4L));
        assertThat(stats.lease()).hasValue(lease);
        assertThat(stats.retries()).hasValue(6);
        assertThat(stats.idsLeft()).hasValue(8);
        assertThat(stats.closed()).isTrue();
        assertThat(stats.toString())
                .startsWith("IdStats{lead=PT0.005S, refusedUntil=1970-01-01T00:00:00Z, waits=")
                .endsWith("retries=6, idsLeft=8, closed=true}");
    }

    @Test
    void builderOfStatsHasAllOfThem() {
        IdStats stats = IdStats.builder()
                .lead(Duration.ofMillis(5))
                .refusedUntil(Instant.EPOCH)
                .waits(new WaitStats(2, Duration.ofMillis(7)))
                .failures(Map.of(BackendException.class, 4L))
                .lease(new LeaseHealth(3, Instant.EPOCH, null, null, Instant.EPOCH, 0, 1, false, false))
                .segment(new SegmentStats("orders", 10, 9, 8, null, 7, 6, 5, 4, 3, null))
                .retries(6)
                .idsLeft(8)
                .closed(true)
                .build();
        assertThat(stats.toBuilder().build()).usingRecursiveComparison().isEqualTo(stats);
        assertThat(stats.toBuilder().retries(9).build().retries()).hasValue(9);
    }

    @Test
    void pictureDoesNotChangeWithWhatIsCountedLater() {
        CallCounts counts = new CallCounts();
        counts.waits();
        counts.waited(1_000_000);
        ConfigException error = counts.failed(new ConfigException("wrong"));
        IdStats stats = IdStats.builder()
                .waits(counts.waitStats())
                .failures(counts.failures())
                .build();
        counts.waits();
        counts.failed(error);
        assertThat(stats.waits()).hasValue(new WaitStats(1, Duration.ofMillis(1)));
        assertThat(stats.failures()).containsExactly(Map.entry(ConfigException.class, 1L));
        assertThat(counts.failures()).containsExactly(Map.entry(ConfigException.class, 2L));
    }
}
