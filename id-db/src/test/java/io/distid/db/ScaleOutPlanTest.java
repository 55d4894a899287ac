package io.distid.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.IdGenerators;
import io.distid.LongIdGenerator;
import io.distid.spi.IdConfig;
import io.distid.sql.Servers;
import io.distid.testkit.ServerAssumptions;
import io.distid.testservers.Database;
import io.distid.testservers.MySqlServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** From two servers to three, with threads that draw all the while. */
@Tag("slow")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ScaleOutPlanTest {
    private static final long GAP = 1_000_000;

    private List<MySqlServer> servers;
    private List<String> urls;
    private final Set<Long> drawn = ConcurrentHashMap.newKeySet();
    private final Set<Long> twice = ConcurrentHashMap.newKeySet();

    @BeforeAll
    void startServers() {
        servers = IntStream.range(0, 3)
                .parallel()
                .mapToObj(i -> ServerAssumptions.orSkip(MySqlServer::start))
                .toList();
        Assumptions.assumeTrue(servers.stream().allMatch(MySqlServer::canFault), "servers of others are not changed");
    }

    @AfterAll
    void stopServers() {
        if (servers != null) {
            servers.forEach(MySqlServer::close);
        }
    }

    @BeforeEach
    void countByTwo() throws SQLException {
        urls = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Servers.administer(
                    servers.get(i),
                    "SET GLOBAL read_only = OFF",
                    "SET GLOBAL auto_increment_increment = " + (i < 2 ? 2 : 1),
                    "SET GLOBAL auto_increment_offset = " + (i < 2 ? i + 1 : 1),
                    "DROP DATABASE IF EXISTS ids");
            Database database = servers.get(i).createDatabase("ids");
            urls.add(database.url().replace("//", "//" + database.user() + ":" + database.password() + "@"));
        }
        drawn.clear();
        twice.clear();
    }

    private IdConfig config(String strategy, String url) {
        return IdConfig.of(
                strategy.equals("mysql-replace-into")
                        ? new MySqlReplaceIntoProvider()
                        : new MySqlAutoIncrementProvider(),
                Map.of("url", url, "timeout", "10s"));
    }

    private ScaleOutPlan plan(String strategy, OptionalLong from) {
        return ScaleOutPlan.of(
                config(strategy, urls.get(0) + " " + urls.get(1)), config(strategy, urls.get(2)), GAP, from);
    }

    private LongIdGenerator open(String strategy, int count) {
        Map<String, String> settings = new HashMap<>();
        settings.put("url", String.join(" ", urls.subList(0, count)));
        settings.put("create", count == 2 ? "true" : "false");
        settings.put("timeout", "10s");
        return IdGenerators.openLong(strategy, settings);
    }

    private void draw(LongIdGenerator ids, int many) {
        for (int i = 0; i < many; i++) {
            keep(ids.nextId());
        }
    }

    private void keep(long id) {
        if (!drawn.add(id)) {
            twice.add(id);
        }
    }

    /** As an administrator does, who runs what a SELECT prints as well. */
    private void run(ScaleOutPlan.Step step, String leftOut) throws SQLException {
        MySqlServer server = servers.stream()
                .filter(candidate -> step.server().contains(":" + candidate.port() + "/"))
                .findFirst()
                .orElseThrow();
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("USE ids");
            for (String sql : step.statements()) {
                if (leftOut != null && sql.startsWith(leftOut)) {
                    continue;
                }
                List<String> more = new ArrayList<>();
                if (statement.execute(sql)) {
                    try (ResultSet rows = statement.getResultSet()) {
                        while (rows.next()) {
                            more.add(rows.getString(1));
                        }
                    }
                }
                for (String kill : more) {
                    try {
                        statement.execute(kill);
                    } catch (SQLException e) {
                        // It has gone by itself.
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"mysql-auto-increment", "mysql-replace-into"})
    void noIdRepeatsWhileTheServersAreChangedUnderLoad(String strategy) throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        AtomicLong count = new AtomicLong();
        long from;
        try (LongIdGenerator ids = open(strategy, 2)) {
            List<Thread> threads = IntStream.range(0, 4)
                    .mapToObj(i -> new Thread(() -> {
                        while (!over.get()) {
                            try {
                                keep(ids.nextId());
                                count.incrementAndGet();
                            } catch (BackendException e) {
                                // A server that is being changed, or has been: to be opened anew.
                            }
                        }
                    }))
                    .toList();
            threads.forEach(Thread::start);
            try {
                await(count, 200);
                ScaleOutPlan plan = plan(strategy, OptionalLong.empty());
                from = plan.from();
                assertThat(plan.increment()).isEqualTo(3);
                assertThat(plan.steps()).hasSize(3);
                for (ScaleOutPlan.Step step : plan.steps()) {
                    run(step, null);
                    // The new server's ids are drawn as soon as it is ready.
                    try (LongIdGenerator fresh =
                            IdGenerators.openLong(strategy, Map.of("url", urls.get(2), "timeout", "60s"))) {
                        draw(fresh, 50);
                    }
                }
            } finally {
                over.set(true);
            }
            for (Thread thread : threads) {
                thread.join();
            }
        }
        long least = from;
        try (LongIdGenerator ids = open(strategy, 3)) {
            for (int i = 0; i < 300; i++) {
                long id = ids.nextId();
                assertThat(id).isGreaterThanOrEqualTo(least);
                keep(id);
            }
        }
        assertThat(twice).isEmpty();
        assertThat(drawn.stream().filter(id -> id >= least).map(id -> id % 3).distinct())
                .hasSize(3);
        assertThat(plan(strategy, OptionalLong.of(from)).steps()).isEmpty();
    }

    @Test
    void withoutTheMoveNumbersRepeat() throws Exception {
        try (LongIdGenerator ids = open("mysql-auto-increment", 2)) {
            draw(ids, 60);
        }
        for (ScaleOutPlan.Step step :
                plan("mysql-auto-increment", OptionalLong.empty()).steps()) {
            run(step, "ALTER TABLE");
        }
        requireRefusal();
        drawFromEachAlone();
        assertThat(twice).as("the control").isNotEmpty();
    }

    /** Of all servers together. */
    private void requireRefusal() {
        assertThatThrownBy(() -> open("mysql-auto-increment", 3))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("would draw it again");
    }

    /** By generators that know of no other server. */
    private void drawFromEachAlone() {
        for (String url : urls) {
            try (LongIdGenerator ids =
                    IdGenerators.openLong("mysql-auto-increment", Map.of("url", url, "timeout", "10s"))) {
                draw(ids, 20);
            }
        }
    }

    @Test
    void aSessionThatIsLeftOpenWouldCountAsBefore() throws Exception {
        try (LongIdGenerator ids = open("mysql-auto-increment", 2)) {
            draw(ids, 20);
            for (ScaleOutPlan.Step step :
                    plan("mysql-auto-increment", OptionalLong.empty()).steps()) {
                run(step, "SELECT");
            }
            draw(ids, 20);
            requireRefusal();
            drawFromEachAlone();
        }
        assertThat(twice).as("the control").isNotEmpty();
    }

    @Test
    void aPlanThatWasBrokenOffIsGoneOnWithAndHasNoSecret() throws Exception {
        try (LongIdGenerator ids = open("mysql-auto-increment", 2)) {
            draw(ids, 20);
        }
        ScaleOutPlan plan = plan("mysql-auto-increment", OptionalLong.empty());
        assertThat(plan.toString() + plan.steps()).doesNotContain(urls.get(0).replaceAll(".*:(\\w+)@.*", "$1"));
        run(plan.steps().get(0), null);
        run(plan.steps().get(1), null);
        assertThatThrownBy(() -> plan("mysql-auto-increment", OptionalLong.empty()))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("changed already")
                .hasMessageContaining("--from");
        ScaleOutPlan rest = plan("mysql-auto-increment", OptionalLong.of(plan.from()));
        assertThat(rest.steps()).containsExactly(plan.steps().get(2));
        // One that is to be changed has come to where the others' numbers begin.
        Servers.administer(servers.get(1), "ALTER TABLE ids.distid_auto_increment AUTO_INCREMENT = " + plan.from());
        assertThatThrownBy(() -> plan("mysql-auto-increment", OptionalLong.of(plan.from())))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("has reached " + plan.from());
        assertThatThrownBy(() -> plan("mysql-auto-increment", OptionalLong.of(plan.from() + GAP)))
                .hasMessageContaining("counts by the new increment below");
    }

    @Test
    void serversThatDoNotFitAreRefused() throws Exception {
        open("mysql-auto-increment", 2).close();
        String first = urls.get(0);
        assertThatThrownBy(() -> ScaleOutPlan.of(
                        config("mysql-auto-increment", first),
                        config("mysql-auto-increment", first),
                        GAP,
                        OptionalLong.empty()))
                .hasMessageContaining("does not run in the set yet");
        String session = first + "&sessionVariables=auto_increment_increment=5";
        assertThatThrownBy(() -> ScaleOutPlan.of(
                        config("mysql-auto-increment", session + " " + urls.get(1)),
                        config("mysql-auto-increment", urls.get(2)),
                        GAP,
                        OptionalLong.empty()))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("session");
        Servers.administer(servers.get(1), "SET GLOBAL auto_increment_offset = 1");
        assertThatThrownBy(() -> plan("mysql-auto-increment", OptionalLong.empty()))
                .hasMessageContaining("one offset");
    }

    @Test
    void whereTheIncrementHasRoomOnlyTheNewServerIsChanged() throws Exception {
        for (int i = 0; i < 2; i++) {
            Servers.administer(servers.get(i), "SET GLOBAL auto_increment_increment = 10");
        }
        try (LongIdGenerator ids = open("mysql-auto-increment", 2)) {
            draw(ids, 20);
        }
        ScaleOutPlan plan = plan("mysql-auto-increment", OptionalLong.empty());
        assertThat(plan.steps())
                .singleElement()
                .satisfies(step -> assertThat(step.added()).isTrue());
        run(plan.steps().get(0), null);
        try (LongIdGenerator ids = open("mysql-auto-increment", 3)) {
            draw(ids, 60);
        }
        assertThat(twice).isEmpty();
    }

    private static void await(AtomicLong count, long atLeast) {
        Awaitility.await("ids").atMost(Duration.ofSeconds(60)).until(() -> count.get() >= atLeast);
    }
}
