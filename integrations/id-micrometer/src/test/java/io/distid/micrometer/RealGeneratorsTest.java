package io.distid.micrometer;

import static io.distid.testkit.ServerAssumptions.orSkip;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.distid.BackendException;
import io.distid.IdGenerators;
import io.distid.LongIdGenerator;
import io.distid.UuidGenerator;
import io.distid.testkit.Eventually;
import io.distid.testservers.RedisServer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RealGeneratorsTest {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    @Test
    void snowflakeShowsItsLeaseUntilItIsClosed(@TempDir Path folder) {
        AtomicLong nanos = new AtomicLong();
        DistidMetrics metrics = new DistidMetrics(nanos::get);
        String tags = "{generator=\"orders\",strategy=\"snowflake\"}";
        try (LongIdGenerator ids = IdGenerators.openLong(
                "snowflake",
                Map.of(
                        "worker",
                        "file",
                        "worker.file",
                        folder.resolve("w").toString(),
                        "worker.id",
                        "3",
                        "worker.file-create",
                        "true",
                        // For a renewal, which comes late where the machine stands still.
                        "max-wait",
                        "1min"))) {
            metrics.add("orders", ids).bindTo(registry);
            ids.nextId();
            Map<String, Double> samples = Scrape.of(registry).samples();
            assertThat(samples.get("distid_lease_reservation_seconds" + tags)).isEqualTo(3);
            assertThat(samples.get("distid_lease_remaining_seconds" + tags)).isLessThanOrEqualTo(6.0);
            assertThat(samples.get("distid_lease_held" + tags)).isOne();
            assertThat(samples.get("distid_lead_seconds" + tags)).isBetween(0.0, 0.1);
            assertThat(samples).containsKeys("distid_waits_seconds_count" + tags, "distid_waits_seconds_sum" + tags);
            assertThat(Scrape.of(registry).names()).noneMatch(name -> name.contains("segment") || name.contains("ids"));
        }
        nanos.addAndGet(StatsReading.KEPT.toNanos());
        assertThat(Scrape.of(registry).samples().get("distid_lease_held" + tags))
                .isNaN();
    }

    @Test
    void leafSegmentShowsItsSegmentsByTheTagItWasOpenedFor() {
        RedisServer redis = orSkip(RedisServer::shared);
        DistidMetrics metrics = new DistidMetrics();
        try (LongIdGenerator orders = segments(redis, "orders");
                LongIdGenerator users = segments(redis, "users")) {
            orders.nextIds(new long[5], 0, 5);
            users.nextId();
            metrics.add("orders", orders).add("users", users).bindTo(registry);
            Map<String, Double> samples = Scrape.of(registry).samples();
            assertThat(samples.get("distid_ids_issued_total{generator=\"orders\",strategy=\"leaf-segment\"}"))
                    .isEqualTo(5);
            assertThat(samples.get("distid_ids_issued_total{generator=\"users\",strategy=\"leaf-segment\"}"))
                    .isEqualTo(1);
            String tags = "{generator=\"orders\",strategy=\"leaf-segment\"}";
            assertThat(samples.get("distid_segment_left_ids" + tags)).isEqualTo(95);
            assertThat(samples.get("distid_segment_step_ids" + tags)).isEqualTo(100);
            assertThat(samples.get("distid_segment_time_on_hand_seconds" + tags))
                    .isPositive();
            assertThat(samples.get("distid_ids_burned_total" + tags)).isZero();
            assertThat(
                            samples.get(
                                    "distid_segment_loads_total{generator=\"orders\",result=\"success\",strategy=\"leaf-segment\"}"))
                    .isOne();
        }
    }

    @Test
    void unreachableStoreShowsInFailedClaimsAndFailedCalls() {
        try (RedisServer redis = orSkip(RedisServer::start);
                LongIdGenerator ids = Eventually.untilAnswered(
                        () -> segments(redis, "orders", "max-wait", "200ms", "prefetch", "100"))) {
            AtomicLong nanos = new AtomicLong();
            new DistidMetrics(nanos::get).add("orders", ids).bindTo(registry);
            // The first claim may take longer than that.
            Eventually.untilAnswered(ids::nextId);
            ids.nextIds(new long[99], 0, 99);
            long failedBefore = ids.stats().failures().getOrDefault(BackendException.class, 0L);
            redis.kill();
            assertThatExceptionOfType(BackendException.class).isThrownBy(ids::nextId);
            Eventually.await("a failed claim")
                    .until(() -> ids.stats().segment().orElseThrow().failures() > 0);
            nanos.addAndGet(StatsReading.KEPT.toNanos());
            Map<String, Double> samples = Scrape.of(registry).samples();
            String tags = "strategy=\"leaf-segment\"";
            assertThat(samples.get(
                            "distid_failures_total{generator=\"orders\"," + tags + ",type=\"BackendException\"}"))
                    .isEqualTo(failedBefore + 1);
            assertThat(samples.get("distid_segment_loads_total{generator=\"orders\",result=\"failure\"," + tags + "}"))
                    .isPositive();
            assertThat(samples.get("distid_waits_seconds_count{generator=\"orders\"," + tags + "}"))
                    .isPositive();
            assertThat(samples.get("distid_segment_left_ids{generator=\"orders\"," + tags + "}"))
                    .isZero();
        }
    }

    @Test
    void uuidsHaveWhatTheirVersionHas() {
        DistidMetrics metrics = new DistidMetrics();
        try (UuidGenerator v7 = IdGenerators.openUuid("uuid-v7");
                UuidGenerator v4 = IdGenerators.openUuid("uuid-v4")) {
            metrics.add("sorted", v7).bindTo(registry);
            assertThat(Scrape.of(registry).names())
                    .isEqualTo(Set.of(
                            "distid_lead_seconds",
                            "distid_waits_seconds_count",
                            "distid_waits_seconds_sum",
                            "distid_failures_total"));
            metrics.remove("sorted");
            metrics.add("random", v4);
            assertThat(Scrape.of(registry).names()).isEqualTo(Set.of("distid_failures_total"));
        }
    }

    private static LongIdGenerator segments(RedisServer redis, String tag, String... more) {
        Map<String, String> config = new HashMap<>(Map.of(
                "tag", tag, "store", "redis", "store.url", redis.url(), "store.create", "true", "store.step", "100"));
        config.put("store.timeout", "60s");
        config.put("max-wait", "1min");
        for (int i = 0; i < more.length; i += 2) {
            config.put(more[i], more[i + 1]);
        }
        return IdGenerators.openLong("leaf-segment", config);
    }
}
