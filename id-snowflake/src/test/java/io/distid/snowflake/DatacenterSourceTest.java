package io.distid.snowflake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.IdGenerators;
import io.distid.LongIdGenerator;
import io.distid.spi.IdConfig;
import io.distid.testkit.Eventually;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatacenterSourceTest {
    private static final String ZONES = "eu-west-1a,eu-west-1b,eu-west-1c";

    @TempDir
    private Path directory;

    private HttpServer server;

    @BeforeEach
    void startServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.start();
    }

    @AfterEach
    void stopServer() {
        server.stop(0);
    }

    /** Asks up to ten times, since the machine may stand still for longer than the 2 s that an answer may take. */
    private static int id(String datacenter, String... names) {
        for (int late = 0; ; late++) {
            try {
                return idAtOnce(datacenter, names);
            } catch (BackendException e) {
                if (late == 9 || !e.getMessage().endsWith("did not answer within 2000 ms")) {
                    throw e;
                }
            }
        }
    }

    private static int idAtOnce(String datacenter, String... names) {
        Map<String, String> settings = new HashMap<>(Map.of("datacenter", datacenter));
        if (names.length > 0) {
            settings.put("datacenter-names", String.join(",", names));
        }
        IdConfig config = IdConfig.of(new SnowflakeProvider(), settings);
        return new DatacenterSource(config, 31, Map.of("ZONE", " eu-west-1b\n", "DC", "17")::get).id();
    }

    private String url(String path) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + path;
    }

    private void answer(String path, int status, String body) {
        server.createContext(path, exchange -> {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Location", url("/number"));
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(bytes);
            }
        });
    }

    @Test
    void idComesFromANumberAVariableAFileOrAUrl() throws IOException {
        assertThat(id("31")).isEqualTo(31);
        assertThat(id("env:DC")).isEqualTo(17);
        assertThat(id("file:" + Files.writeString(directory.resolve("dc"), "5\n")))
                .isEqualTo(5);
        answer("/number", 200, "9");
        assertThat(id(url("/number?api-version=1"))).isEqualTo(9);
    }

    @Test
    void aGeneratorsIdsHaveIt() {
        answer("/number", 200, "9");
        Map<String, String> settings = Map.of("datacenter", url("/number"), "namespace", "told", "worker.id", "3");
        try (LongIdGenerator ids = Eventually.untilAnswered(() -> IdGenerators.openLong("snowflake", settings))) {
            SnowflakeId id = ids.unwrap(Snowflake.class).decode(ids.nextId());
            assertThat(id.datacenter()).isEqualTo(9);
            assertThat(id.worker()).isEqualTo(3);
        }
    }

    @Test
    void aGeneratorsDatacenterIsOneThatItsLayoutHasBitsFor() {
        assertThatThrownBy(() -> IdGenerators.openLong("snowflake", Map.of("datacenter", "32")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("is 32: must be a number from 0 to 31, which the layout has bits for");
        Map<String, String> narrow = Map.of("datacenter", "1", "datacenter-bits", "0", "worker-bits", "10");
        assertThatThrownBy(() -> IdGenerators.openLong("snowflake", narrow))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("is 1: must be a number from 0 to 0, which the layout has bits for");
    }

    @Test
    void aNamesPlaceIsItsId() {
        assertThat(id("env:ZONE", ZONES)).isEqualTo(1);
        answer("/zone", 200, "projects/42/zones/eu-west-1c");
        assertThat(id(url("/zone"), ZONES)).isEqualTo(2);
        String all = IntStream.range(0, 31).mapToObj(i -> "zone-" + i).collect(Collectors.joining(","));
        assertThat(id("env:ZONE", all + ",eu-west-1b")).isEqualTo(31);
        refused("different names, at most 32", "env:ZONE", "eu-west-1b,a,eu-west-1b");
        refused("different names, at most 32", "env:ZONE", all + ",eu-west-1b,one-more");
        refused("left out", "7", ZONES);
        assertThatThrownBy(() -> IdGenerators.openLong("snowflake", Map.of("datacenter-names", ZONES)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("left out");
    }

    @Test
    void whatIsReadIsNotShownUnlessItIsANumber() throws IOException {
        Path secret = Files.writeString(directory.resolve("secret"), "hunter2");
        assertThat(refused("file " + secret, "file:" + secret))
                .contains("from 0 to 31")
                .doesNotContain("hunter2");
        assertThat(refused("environment variable ZONE holds 10 characters", "env:ZONE"))
                .doesNotContain("eu-west");
        assertThat(refused("none of these names: a, b", "env:ZONE", "a,b")).doesNotContain("eu-west");
        assertThat(refused("is 32", "32")).contains("from 0 to 31");
        refused("from 0 to 31", "9999999999");
        refused("ABSENT is not set", "env:ABSENT");
        refused("does not exist", "file:" + directory.resolve("none"));
        refused("not a regular file", "file:" + directory);
        refused("more than 1024", "file:" + Files.writeString(directory.resolve("long"), "1".repeat(1025)));
    }

    @Test
    void aQueryIsInNoMessageAndUserInformationIsRefused() {
        answer("/gone", 404, "");
        answer("/text", 200, "hunter2");
        answer("/long", 200, "1".repeat(5000));
        answer("/moved", 302, "");
        answer("/number", 200, "9");
        String query = "?key=s3cr3t";
        assertThat(refused("/gone?... answered with status 404", url("/gone" + query)))
                .doesNotContain("s3cr3t");
        assertThat(refused("/text?... holds 7 characters", url("/text" + query)))
                .doesNotContain("hunter2");
        assertThat(refused("more than 1024 bytes", url("/long" + query))).doesNotContain("s3cr3t");
        assertThat(refused("302, and redirections are not followed", url("/moved" + query)))
                .doesNotContain("s3cr3t");
        assertThat(refused("http[s]://host", "http://ann:s3cr3t@127.0.0.1/dc")).doesNotContain("s3cr3t");
    }

    @Test
    void aServerThatDoesNotAnswerIsAnErrorInTime() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String silentUrl = "http://127.0.0.1:" + silent.getLocalPort() + "/dc?key=s3cr3t";
            assertThatThrownBy(() -> idAtOnce(silentUrl))
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining("/dc?... did not answer within 2000 ms")
                    .hasMessageNotContaining("s3cr3t");
        }
        assertThatThrownBy(() -> id("http://127.0.0.1:1/dc?key=s3cr3t"))
                .isInstanceOf(BackendException.class)
                .hasMessageContaining("refused")
                .hasMessageNotContaining("s3cr3t");
    }

    @Test
    void aServerThatSendsAByteNowAndThenIsAnErrorInTime() {
        server.createContext("/slow", exchange -> {
            exchange.sendResponseHeaders(200, 0);
            try (OutputStream out = exchange.getResponseBody()) {
                for (int i = 0; i < 1000; i++) {
                    out.write('1');
                    out.flush();
                    Thread.sleep(100);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        assertThatThrownBy(() -> idAtOnce(url("/slow")))
                .isInstanceOf(BackendException.class)
                .hasMessageContaining("within 2000 ms");
    }

    private static String refused(String saying, String datacenter, String... names) {
        try {
            int id = id(datacenter, names);
            throw new AssertionError("datacenter " + id);
        } catch (ConfigException e) {
            assertThat(e).hasMessageContaining(saying);
            return e.getMessage();
        }
    }
}
