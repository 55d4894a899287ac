package io.distid.bench.documents;

import static io.distid.testkit.ServerAssumptions.orSkip;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.ConfigException;
import io.distid.IdGenerator;
import io.distid.IdGenerators;
import io.distid.LongIdGenerator;
import io.distid.Ordering;
import io.distid.Safety;
import io.distid.snowflake.Snowflake;
import io.distid.snowflake.SnowflakeId;
import io.distid.testkit.Eventually;
import io.distid.testservers.RedisOptions;
import io.distid.testservers.RedisServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The two tables of the README's "Which one?": each row's settings open its strategy, and each mistake is one. */
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
class ReadmeTest {
    private static final Page SECTION = Page.of("README.md").under("Which one?");

    @TempDir
    private Path folder;

    private Stores stores;

    @BeforeEach
    void noStoreYet() {
        stores = new Stores(folder);
    }

    @AfterEach
    void close() {
        stores.close();
    }

    /** A row of the first table with one of its settings, where it has several to choose from. */
    record Choice(String need, String strategy, Map<String, String> settings) {}

    @ParameterizedTest
    @MethodSource("choices")
    void settingsOpenTheStrategyOfTheRow(Choice choice) {
        try (IdGenerator ids = opened(choice)) {
            assertThat(Eventually.untilAnswered(ids::nextText)).isNotEqualTo(Eventually.untilAnswered(ids::nextText));
            assertThat(ids.traits().strategy()).isEqualTo(choice.strategy());
            assertThat(ids.traits().safety()).isNotEqualTo(Safety.CLOCK);
            if (choice.need().contains("64 bits")) {
                assertThat(ids.traits().bits()).isEqualTo(63);
            }
            if (choice.need().contains("sorted by time")) {
                assertThat(ids.traits().timeSorted()).isTrue();
            }
            if (choice.need().contains("JavaScript")) {
                assertThat(ids.traits().bits()).isEqualTo(53);
            }
            if (choice.need().contains("strict order")) {
                assertThat(ids.traits().ordering()).isEqualTo(Ordering.GLOBAL);
            }
        }
    }

    @Test
    void needsAreWhatRulesAndStrategiesSay() throws IOException {
        String rows = Need.all().stream()
                .map(Need::row)
                .collect(Collectors.joining("", "| You need | Take | Setting | Limit |\n|---|---|---|---|\n", ""));

        WrittenPart.of("README.md", "## Which one?\n\n", "\nAdd the [modules]").shouldBe(rows);
    }

    @Test
    void aFixedWorkerIdRestsOnTheClockAndALeasedOneDoesNot() {
        List<String> row = mistake("A fixed worker id.");

        try (IdGenerator wrong = IdGenerators.open("snowflake", settings(row.get(1)));
                IdGenerator right = opened(new Choice("", "snowflake", settings(row.get(2))))) {
            assertThat(wrong.traits().safety()).isEqualTo(Safety.CLOCK);
            assertThat(right.traits().safety()).isEqualTo(Safety.STORED);
        }
    }

    @Test
    void twoNamespacesHaveOneWorkerIdTwiceAndOneNamespaceDoesNot() {
        List<String> row = mistake("Two namespaces for one kind of id.");
        Map<String, String> database = stores.reachable("snowflake", Map.of("worker", "mysql"));
        database.putAll(Map.of("worker.create", "true", "prefer", "fixed", "prefer.id", "7"));
        List<String> wrong = Page.code(row.get(1));
        String right = Page.code(row.get(2)).get(0);

        assertThat(wrong).hasSize(2);
        assertThat(workers(database, wrong.get(0), wrong.get(1))).containsExactly(7L, 7L);
        assertThat(workers(database, right, right)).hasSize(2).doesNotHaveDuplicates();
    }

    @Test
    void aRedisThatForgetsIsRefusedAndOneThatKeepsIsNot() {
        List<String> row = mistake("A store that forgets.");
        Map<String, String> settings = new TreeMap<>(Map.of("create", "true", "timeout", Stores.TIMEOUT));
        settings.putAll(settings(Page.code(row.get(2)).get(2)));

        try (RedisServer wrong = orSkip(() -> RedisServer.start(
                RedisOptions.MEMORY_ONLY.with(Page.code(row.get(1)).get(0))))) {
            settings.put("url", wrong.url());
            assertThatThrownBy(() -> IdGenerators.open("redis-incr", settings).close())
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("durability");
        }
        RedisOptions kept = RedisOptions.MEMORY_ONLY
                .with(Page.code(row.get(2)).get(0))
                .with(Page.code(row.get(2)).get(1));
        try (RedisServer right = orSkip(() -> RedisServer.start(kept))) {
            settings.put("url", right.url());
            try (LongIdGenerator ids = IdGenerators.openLong("redis-incr", settings)) {
                assertThat(ids.nextId()).isEqualTo(1);
            }
        }
    }

    static List<Choice> choices() {
        List<Choice> choices =
                SECTION.table("You need").stream().flatMap(ReadmeTest::choices).toList();
        assertThat(choices).hasSizeGreaterThanOrEqualTo(12);
        return choices;
    }

    /** One for each value where a key is named more than once, as of `worker=mysql` or `worker=etcd`. */
    private static Stream<Choice> choices(List<String> row) {
        String strategy = Page.code(row.get(1)).get(0);
        List<String> settings = Page.code(row.get(2)).stream()
                .filter(code -> code.contains("="))
                .toList();
        if (!row.get(2).contains(" or `")) {
            return Stream.of(new Choice(row.get(0), strategy, settings(row.get(2))));
        }
        return settings.stream().map(setting -> new Choice(row.get(0), strategy, settings("`" + setting + "`")));
    }

    /** What is written as code and has a value. */
    private static Map<String, String> settings(String cell) {
        Map<String, String> settings = new TreeMap<>();
        String spans = cell.contains("`") ? cell : "`" + cell + "`";
        Page.code(spans).stream()
                .filter(code -> code.contains("="))
                .map(code -> code.split("=", 2))
                .forEach(setting -> settings.put(setting[0], setting[1]));
        return settings;
    }

    private static List<String> mistake(String name) {
        return SECTION.table("Mistake").stream()
                .filter(row -> row.get(0).startsWith(name))
                .findFirst()
                .orElseThrow();
    }

    /** With the address of the store, and with what the first start needs. */
    private IdGenerator opened(Choice choice) {
        Map<String, String> settings = stores.reachable(choice.strategy(), choice.settings());
        for (String port : List.of("worker", "check")) {
            String store = choice.settings().get(port);
            if (store != null) {
                settings.put(port + (store.equals("file") ? ".file-create" : ".create"), "true");
            }
        }
        if (choice.strategy().startsWith("mysql-") || choice.strategy().equals("redis-incr")) {
            settings.put("create", "true");
        }
        return IdGenerators.open(choice.strategy(), settings);
    }

    private static List<Long> workers(Map<String, String> database, String first, String second) {
        try (LongIdGenerator one = inNamespace(database, first);
                LongIdGenerator two = inNamespace(database, second)) {
            return List.of(worker(one), worker(two));
        }
    }

    private static LongIdGenerator inNamespace(Map<String, String> database, String namespace) {
        Map<String, String> settings = new TreeMap<>(database);
        settings.putAll(settings(namespace));
        return IdGenerators.openLong("snowflake", settings);
    }

    private static long worker(LongIdGenerator ids) {
        Snowflake snowflake = ids.unwrap(Snowflake.class);
        SnowflakeId id = snowflake.decode(Eventually.untilAnswered(snowflake::nextId));
        return (id.datacenter() << snowflake.layout().workerBits()) + id.worker();
    }
}
