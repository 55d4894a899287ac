package io.distid.examples.orders;

import static io.distid.testkit.ServerAssumptions.orSkip;
import static org.assertj.core.api.Assertions.assertThat;

import io.distid.testkit.Eventually;
import io.distid.testservers.process.ServerUnavailableException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.beans.BeansException;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.NestedExceptionUtils;

/** The service as its command starts it, called as its users do. */
class OrdersApplicationTest {
    private static final Pattern ID = Pattern.compile("\"id\":\"(\\d+)\"");

    private static ConfigurableApplicationContext service;

    private final HttpClient client = HttpClient.newHttpClient();

    @BeforeAll
    static void start() {
        service = orSkip(OrdersApplicationTest::started);
    }

    /** With a first start of 2 s in place of 8 s. */
    private static ConfigurableApplicationContext started() {
        try {
            SpringApplication application = new SpringApplication(OrdersApplication.class);
            // Spring finds code that was generated ahead of time by it, if there is any.
            application.setMainApplicationClass(OrdersApplication.class);
            return application.run(
                    "--server.port=0",
                    "--distid.generators.orders.reservation=1s",
                    "--distid.generators.orders.worker.max-ahead=1s",
                    "--distid.generators.orders.worker.timeout=60s",
                    // For a renewal, which comes late where the machine stands still.
                    "--distid.generators.orders.max-wait=1min");
        } catch (BeansException e) {
            if (NestedExceptionUtils.getMostSpecificCause(e) instanceof ServerUnavailableException unavailable) {
                throw unavailable;
            }
            throw e;
        }
    }

    @AfterAll
    static void stop() {
        if (service != null) {
            service.close();
        }
    }

    @Test
    void orderIsPlacedWithAnIdAndReadByIt() throws Exception {
        HttpResponse<String> placed = post("{\"customer\":\"Ann\",\"cents\":1250}");
        assertThat(placed.statusCode()).isEqualTo(201);
        String id = id(placed);
        assertThat(placed.headers().firstValue("Location")).contains("/orders/" + id);

        HttpResponse<String> read = get("/orders/" + id);
        assertThat(read.statusCode()).isEqualTo(200);
        assertThat(read.body()).isEqualTo("{\"id\":\"" + id + "\",\"customer\":\"Ann\",\"cents\":1250}");
    }

    @Test
    void paymentIsSavedWithAnIdAndReadByItsOrder() throws Exception {
        HttpResponse<String> paid = post("/orders/384153314659090432/payments", "{\"cents\":1250}");
        assertThat(paid.statusCode()).isEqualTo(201);
        assertThat(id(paid)).hasSizeGreaterThan(16);

        assertThat(get("/orders/384153314659090432/payments").body()).isEqualTo("[" + paid.body() + "]");
    }

    @Test
    void idsOfOrdersIncrease() throws Exception {
        String order = "{\"customer\":\"Bob\",\"cents\":1}";

        long first = Long.parseLong(id(post(order)));
        assertThat(Long.parseLong(id(post(order)))).isGreaterThan(first);
    }

    @Test
    void orderWithoutACustomerIsRefusedAndOneThatIsUnknownIsNotFound() throws Exception {
        assertThat(post("{\"cents\":1}").statusCode()).isEqualTo(400);
        assertThat(get("/orders/1").statusCode()).isEqualTo(404);
    }

    @Test
    void healthTellsOfTheGenerator() {
        // Down for as long as a renewal is late.
        Eventually.await("health").untilAsserted(() -> {
            HttpResponse<String> health = get("/actuator/health");
            assertThat(health.statusCode()).isEqualTo(200);
            assertThat(health.body()).contains("\"distid\":{", "\"orders\":{", "\"status\":\"UP\"");
        });
    }

    @Test
    void prometheusScrapesTheGeneratorsMeters() throws Exception {
        assertThat(get("/actuator/prometheus").body())
                .containsPattern("distid_lease_remaining_seconds\\{.*generator=\"orders\".*strategy=\"snowflake\"");
    }

    @Test
    void readmesShowTheSettingsAndTheLineOfThisService() throws IOException {
        String settings = Files.readString(Path.of("src/main/resources/application.yml"));
        String controller = Files.readString(Path.of("src/main/java/io/distid/examples/orders/OrderController.java"));

        for (Path readme : List.of(Path.of("..", "..", "README.md"), Path.of("..", "..", "..", "README.md"))) {
            String text = Files.readString(readme);
            String section = text.substring(Math.max(0, text.indexOf("\n## Spring Boot\n")));
            assertThat(settings).contains(block(section, "yaml"));
            assertThat(controller).contains(block(section, "java").strip());
        }
    }

    private static String block(String text, String language) {
        Matcher block = Pattern.compile("(?s)```" + language + "\n(.*?)```").matcher(text);
        assertThat(block.find()).as("a block of " + language).isTrue();
        return block.group(1);
    }

    private static String id(HttpResponse<String> order) {
        Matcher id = ID.matcher(order.body());
        assertThat(id.find()).as(order.body()).isTrue();
        return id.group(1);
    }

    private HttpResponse<String> post(String order) throws IOException, InterruptedException {
        return post("/orders", order);
    }

    private HttpResponse<String> post(String path, String body) throws IOException, InterruptedException {
        return client.send(
                request(path)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return client.send(request(path).build(), BodyHandlers.ofString());
    }

    private static HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(
                URI.create("http://localhost:" + service.getEnvironment().getProperty("local.server.port") + path));
    }
}
