package io.distid.bench.subject;

import static io.distid.testkit.ServerAssumptions.orSkip;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.ConfigException;
import io.distid.IdGenerators;
import io.distid.testservers.Database;
import io.distid.testservers.EtcdServer;
import io.distid.testservers.MySqlServer;
import io.distid.testservers.PostgreSqlServer;
import io.distid.testservers.RedisServer;
import io.distid.testservers.ZooKeeperServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** docs/production.md tells by which key each source of worker ids is started for the first time, and how long that takes. */
class FirstStartTest {
    private static final Pattern ROW = Pattern.compile("(?m)^\\| (`worker=[^|]+) \\|([^|]*)\\| (\\d+) s[^|]*\\|$");
    private static final Pattern WORKER = Pattern.compile("`worker=([a-z-]+)`");

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "file",
                "mysql",
                "mysql-register",
                "postgresql",
                "redis",
                "redis-set",
                "zookeeper",
                "zookeeper-leaf",
                "etcd"
            })
    void lastsAsLongAsThePageSays(String worker) throws IOException {
        Row row = rows().get(worker);
        Map<String, String> settings = new TreeMap<>(Map.of(
                "worker", worker, "namespace", UUID.randomUUID().toString(), "preset", "leaf", "start-wait", "1ms"));
        settings.putAll(address(worker));
        row.keys().forEach(key -> settings.put(key, "true"));

        // It is refused before anything is made, and says how long it would take.
        assertThatThrownBy(() -> IdGenerators.open("snowflake", settings).close())
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(
                        "the first id of a new namespace or file lies " + 1000 * row.seconds() + " ms ahead");
    }

    @Test
    void thePageHasEachSourceThatKeepsARecord() throws IOException {
        assertThat(rows().keySet())
                .containsExactlyInAnyOrder(
                        "file",
                        "mysql",
                        "mysql-register",
                        "postgresql",
                        "redis",
                        "redis-set",
                        "zookeeper",
                        "zookeeper-leaf",
                        "etcd");
    }

    private record Row(List<String> keys, int seconds) {}

    private static Map<String, Row> rows() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "production.md"));
        Map<String, Row> rows = new TreeMap<>();
        ROW.matcher(page)
                .results()
                .forEach(row -> WORKER.matcher(row.group(1))
                        .results()
                        .forEach(worker -> rows.put(
                                worker.group(1), new Row(keys(row.group(2)), Integer.parseInt(row.group(3))))));
        return rows;
    }

    private static List<String> keys(String cell) {
        return Pattern.compile("`([a-z.-]+)=true`")
                .matcher(cell)
                .results()
                .map(key -> key.group(1))
                .toList();
    }

    private Map<String, String> address(String worker) {
        String file = folder.resolve("node").toString();
        return switch (worker) {
            case "file" -> Map.of("worker.file", file, "worker.id", "7");
            case "mysql" -> of(orSkip(MySqlServer::shared).createDatabase());
            case "postgresql" -> of(orSkip(PostgreSqlServer::shared).createDatabase());
            case "mysql-register" -> {
                Map<String, String> settings =
                        new TreeMap<>(of(orSkip(MySqlServer::shared).createDatabase()));
                settings.put("worker.file", file);
                yield settings;
            }
            case "redis", "redis-set" ->
                Map.of("worker.url", orSkip(RedisServer::shared).url());
            case "etcd" -> Map.of("worker.endpoints", orSkip(EtcdServer::shared).endpoints());
            case "zookeeper" ->
                Map.of("worker.connect", orSkip(ZooKeeperServer::shared).connectString());
            default ->
                Map.of(
                        "worker.connect",
                        orSkip(ZooKeeperServer::shared).connectString(),
                        "worker.address",
                        "10.0.0.1",
                        "worker.port",
                        "8080");
        };
    }

    private static Map<String, String> of(Database database) {
        return Map.of(
                "worker.url", database.url(), "worker.user", database.user(), "worker.password", database.password());
    }
}
