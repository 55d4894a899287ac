package io.distid.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.distid.IdException;
import io.distid.LeaseLostException;
import io.distid.LongIdGenerator;
import io.distid.NamedGenerators;
import io.distid.testservers.Database;
import io.distid.testservers.MySqlServer;
import io.distid.testservers.RedisServer;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A real application with web server, Actuator, metrics, a database and Redis: over its life, its end, its restart and a lost lease. */
class ApplicationTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static RedisServer redis;
    private static Database database;

    @BeforeAll
    static void start() {
        redis = RedisServer.start();
        database = MySqlServer.shared().createDatabase();
    }

    @AfterAll
    static void stop() {
        redis.close();
    }

    /** Of each test a namespace of its own. */
    private static OrderApplication application(String name, String... more) {
        List<String> properties = new ArrayList<>(List.of(
                "spring.application.name=" + name,
                "spring.data.redis.host=" + redis.host(),
                "spring.data.redis.port=" + redis.port(),
                "spring.datasource.url=" + database.url(),
                "spring.datasource.username=" + database.user(),
                "spring.datasource.password=" + database.password(),
                "distid.generators.orders.strategy=snowflake",
                "distid.generators.orders.worker=redis",
                "distid.generators.orders.worker.timeout=60s",
                "distid.generators.orders.worker.max-ahead=1s"));
        properties.addAll(List.of(more));
        return OrderApplication.start(properties);
    }

    private static final String CREATE = "distid.generators.orders.worker.create=true";
    /** For a renewal, which comes late where the machine stands still. */
    private static final String PATIENT = "distid.generators.orders.max-wait=1min";

    @Test
    void healthEndpointAndMetersTellOfEachGenerator() {
        try (OrderApplication application =
                application("watched", CREATE, PATIENT, "distid.generators.requests.strategy=uuid-v7")) {
            assertThat(application.get("/id").body()).containsOnlyDigits();

            // Down for as long as a renewal is late.
            await().atMost(LONG)
                    .untilAsserted(() -> assertThat(
                                    application.get("/actuator/health/distid").body())
                            .contains(
                                    "\"status\":\"UP\"",
                                    "\"orders\":{",
                                    "\"requests\":{",
                                    "\"workerId\":",
                                    "\"remaining\":\"PT"));
            await().atMost(LONG)
                    .until(() ->
                            application.get("/actuator/health/distid/orders").statusCode() == 200);
            assertThat(application.get("/actuator/distid").body())
                    .contains("\"orders\":{\"strategy\":\"snowflake\"", "\"requests\":{\"strategy\":\"uuid-v7\"")
                    .contains("\"bits\":63", "\"lost\":false")
                    .doesNotContain(String.valueOf(redis.port()));
            assertThat(application.get("/actuator/distid/orders").body()).contains("\"workerId\":");
            assertThat(application.get("/actuator/distid/none").statusCode()).isEqualTo(404);
            assertThat(application
                            .get("/actuator/metrics/distid.lease.held?tag=generator:orders")
                            .body())
                    .contains("\"value\":1.0");
        }
    }

    @Test
    void requestInFlightDrawsItsIdAfterClosingBegan() throws Exception {
        OrderApplication application = application("in-flight", CREATE, PATIENT);
        LongIdGenerator ids = application.bean(LongIdGenerator.class);
        CompletableFuture<HttpResponse<String>> late = application.getLater("/late");
        application.bean(OrderApplication.Orders.class).entered.await();

        application.close();

        HttpResponse<String> response = late.get(LONG.toSeconds(), TimeUnit.SECONDS);
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).containsOnlyDigits();
        assertThat(ids.stats().closed()).isTrue();
    }

    @Test
    void restartTakesAWorkerIdWithoutWaiting() {
        long last;
        try (OrderApplication application = application("restarted", CREATE, PATIENT)) {
            last = Long.parseLong(application.get("/id").body());
        }
        // No wait is allowed: the first run gave its id back with its exact bound, not with its reservation.
        try (OrderApplication application =
                application("restarted", PATIENT, "distid.generators.orders.start-wait=0s")) {
            assertThat(Long.parseLong(application.get("/id").body())).isGreaterThan(last);
            assertThat(application.get("/actuator/distid/orders").body()).contains("\"workerId\":");
        }
    }

    @Test
    void readinessFollowsTheLeaseAndRecoversOnceReopened() {
        try (OrderApplication application = application(
                "losing",
                CREATE,
                "distid.generators.orders.reservation=500ms",
                "distid.generators.orders.max-wait=10ms")) {
            LongIdGenerator ids = application.bean(LongIdGenerator.class);
            DistidGenerators generators = application.bean(DistidGenerators.class);
            awaitReadiness(application, 200, "UP");
            assertThatThrownBy(() -> generators.reopen("orders"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("only a generator whose lease is lost, or that was closed, is opened again");

            redis.pause();
            try {
                awaitReadiness(application, 503, "OUT_OF_SERVICE");
                assertThatThrownBy(ids::nextId).isInstanceOf(LeaseLostException.class);
            } finally {
                redis.resume();
            }
            awaitReadiness(application, 200, "UP");
            long last = untilIssued(ids);

            // It keeps nothing on disk.
            redis.kill();
            redis.restart();
            awaitReadiness(application, 503, "DOWN");
            assertThatThrownBy(ids::nextId).isInstanceOf(LeaseLostException.class);
            assertThat(application.get("/actuator/distid/orders").body()).contains("\"lost\":true");
            assertThat(application.get("/id").statusCode()).isEqualTo(500);

            generators.reopen("orders");

            awaitReadiness(application, 200, "UP");
            await().atMost(LONG)
                    .untilAsserted(
                            () -> assertThat(application.get("/id").body()).containsOnlyDigits());
            assertThat(untilIssued(application.bean(NamedGenerators.class).getLong("orders")))
                    .isGreaterThan(last);
            assertThat(application
                            .get("/actuator/metrics/distid.lease.held?tag=generator:orders")
                            .body())
                    .contains("\"value\":1.0");
        }
    }

    /** Where the machine stands still, a renewal takes longer than a call may wait. */
    private static long untilIssued(LongIdGenerator ids) {
        return await().atMost(LONG)
                .ignoreExceptionsInstanceOf(IdException.class)
                .until(ids::nextId, id -> true);
    }

    private static void awaitReadiness(OrderApplication application, int status, String distid) {
        await().atMost(LONG).untilAsserted(() -> {
            HttpResponse<String> response = application.get("/actuator/health/readiness");
            assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
            assertThat(response.body()).contains("\"status\":\"" + distid + "\"");
        });
    }
}
