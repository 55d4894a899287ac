package io.distid.bench.migration;

import static io.distid.testkit.ServerAssumptions.orSkip;
import static org.assertj.core.api.Assertions.assertThat;

import io.distid.IdGenerators;
import io.distid.snowflake.Snowflake;
import io.distid.snowflake.SnowflakeId;
import io.distid.snowflake.SnowflakeLayout;
import io.distid.snowflake.SnowflakeProvider;
import io.distid.spi.IdConfig;
import io.distid.spi.IdGeneratorProvider;
import io.distid.spi.Providers;
import io.distid.testservers.Database;
import io.distid.testservers.MySqlServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The steps of docs/coming-from.md, with the settings that it has for a library, and nodes of that library in this JVM. */
@Timeout(60)
abstract class SnowflakeMigration {
    private static final int ROUNDS = 3_000;

    final ComingFromPage page;
    final IssuedIds issued = new IssuedIds();
    private final List<Snowflake> opened = new ArrayList<>();

    @TempDir
    Path folder;

    SnowflakeMigration(String heading) {
        page = ComingFromPage.under(heading);
    }

    /** What an id says by the library's own means: epoch ms, worker id, sequence. */
    record Fields(long time, long worker, long sequence) {}

    /** Worker ids of old nodes, of the part that the page leaves to them; the last one is the highest of that. */
    abstract List<Integer> oldWorkers();

    /** A node of the library that starts now. */
    abstract LongSupplier oldNode(int worker);

    abstract Fields fields(long id);

    @AfterEach
    void closeNewNodes() {
        opened.forEach(Snowflake::close);
    }

    @Test
    void oldAndNewNodesBesideEachOtherRepeatNothing() {
        List<LongSupplier> running = oldNodes();
        issued.draw(ROUNDS, running);

        for (int replaced = 0; replaced < oldWorkers().size(); replaced++) {
            long highest = issued.highest();
            Snowflake node = newNode(page.settings(), replaced);
            assertThat(issued.draw(node::nextId)).as("first id of a new node").isGreaterThan(highest);
            running.add(node::nextId);
            issued.draw(ROUNDS, running);
            running.remove(0);
            issued.draw(ROUNDS, running);
        }

        // Some of the old nodes again, while new ones go on.
        awaitPast(issued.highest());
        running.addAll(oldNodes());
        issued.draw(ROUNDS, running);
        issued.shouldAllDiffer();
    }

    @Test
    void whenTheOldNodesHaveEndedTheirWorkerIdsAreOurs() {
        issued.draw(ROUNDS, oldNodes());
        List<LongSupplier> running = new ArrayList<>();
        Snowflake upper = newNode(page.settings(), 0);
        running.add(upper::nextId);
        issued.draw(ROUNDS, running);

        awaitPast(issued.highest());
        Map<String, String> all = withoutDatacenter();
        for (int worker : oldWorkers()) {
            Snowflake node = newNode(all, worker);
            running.add(node::nextId);
            assertThat(node.layout().fingerprint())
                    .as("what the namespace's store keeps")
                    .isEqualTo(upper.layout().fingerprint());
        }
        issued.draw(ROUNDS, running);
        issued.shouldAllDiffer();
    }

    @Test
    void allNodesAtOnceGoOnAboveTheHighestOldIdAndBack() {
        issued.draw(ROUNDS, oldNodes());
        long highest = issued.highest();

        awaitPast(highest);
        List<LongSupplier> ours = new ArrayList<>();
        for (int worker : oldWorkers()) {
            Snowflake node = newNode(withoutDatacenter(), worker);
            assertThat(issued.draw(node::nextId)).isGreaterThan(highest);
            ours.add(node::nextId);
        }
        issued.draw(ROUNDS, ours);
        opened.forEach(Snowflake::close);

        awaitPast(issued.highest());
        List<LongSupplier> back = oldNodes();
        long highestOfOurs = issued.highest();
        assertThat(issued.draw(back.get(0))).isGreaterThan(highestOfOurs);
        issued.draw(ROUNDS, back);
        issued.shouldAllDiffer();
    }

    @Test
    void eachReadsTheFieldsOfTheOther() {
        Snowflake ours = newNode(page.settings(), 2);
        for (int worker : oldWorkers()) {
            LongSupplier old = oldNode(worker);
            for (int drawn = 0; drawn < ROUNDS; drawn++) {
                long id = old.getAsLong();
                assertThat(read(ours.layout(), id)).isEqualTo(fields(id));
                assertThat(fields(id).worker()).isEqualTo(worker);
            }
        }
        for (int drawn = 0; drawn < ROUNDS; drawn++) {
            long id = ours.nextId();
            assertThat(fields(id)).isEqualTo(read(ours.layout(), id));
        }
    }

    @Test
    void checkTellsTheHighestWorkerAndWhetherTheHighestIdIsPast() throws SQLException {
        Database database = orSkip(MySqlServer::shared).createDatabase();
        SnowflakeLayout layout = layout();
        issued.draw(1, oldNodes());
        awaitPast(issued.highest());
        long tomorrow = layout.firstIdAt(Instant.now().plus(Duration.ofDays(1)));
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE orders (id BIGINT PRIMARY KEY)");
            statement.execute("INSERT INTO orders VALUES (" + issued.highest() + ")");
            try (ResultSet row = statement.executeQuery(page.sql())) {
                row.next();
                assertThat(row.getInt("highest_worker"))
                        .isEqualTo(oldWorkers().get(oldWorkers().size() - 1));
                assertThat(row.getLong("ms_ahead")).isBetween(-60_000L, 0L);
            }
            statement.execute("INSERT INTO orders VALUES (" + tomorrow + ")");
            try (ResultSet row = statement.executeQuery(page.sql())) {
                row.next();
                assertThat(row.getLong("ms_ahead")).isBetween(86_000_000L, 86_400_000L);
            }
        }
    }

    Map<String, String> withoutDatacenter() {
        Map<String, String> settings = page.settings();
        assertThat(settings.remove("datacenter"))
                .as("the half of the new nodes")
                .isNotNull();
        return settings;
    }

    /** One that keeps its bounds in a file. Its first start begins two reservations ahead, which are short here. */
    Snowflake newNode(Map<String, String> given, int worker) {
        Map<String, String> settings = new TreeMap<>(given);
        String half = settings.getOrDefault("datacenter", "all");
        settings.put("worker", "file");
        settings.put("worker.file", folder.resolve(half + "-" + worker).toString());
        settings.put("worker.id", Integer.toString(worker));
        settings.put("worker.file-create", "true");
        settings.put("reservation", "100ms");
        // For a machine that stands still across a renewal.
        settings.put("max-wait", "1min");
        String strategy = settings.remove("strategy");
        Snowflake node = (Snowflake) IdGenerators.openLong(strategy, settings);
        opened.add(node);
        return node;
    }

    final List<LongSupplier> oldNodes() {
        List<LongSupplier> nodes = new ArrayList<>();
        oldWorkers().forEach(worker -> nodes.add(oldNode(worker)));
        return nodes;
    }

    /**
     * The time, in epoch ms, that an old node reads. Of some libraries all nodes in a JVM share a clock that a thread updates, and it may
     * lag. A node that starts again has the lagging clock here, while one that starts in a new process begins with the system's time.
     */
    long oldClock() {
        return System.currentTimeMillis();
    }

    /** As who looks at {@code ms_ahead} does. */
    final void awaitPast(long id) {
        SnowflakeLayout layout = layout();
        Instant end = layout.decode(id).time().plus(layout.tick());
        assertThat(end)
                .as("end of the highest id's tick")
                .isBefore(Instant.now().plusSeconds(10));
        Instant deadline = Instant.now().plusSeconds(20);
        while (Instant.now().isBefore(end) || oldClock() < end.toEpochMilli()) {
            assertThat(Instant.now())
                    .as("while the clocks are not past %s", end)
                    .isBefore(deadline);
            Thread.onSpinWait();
        }
    }

    final SnowflakeLayout layout() {
        return layout(page.settings());
    }

    static SnowflakeLayout layout(Map<String, String> settings) {
        Map<String, String> keys = new TreeMap<>(settings);
        IdGeneratorProvider provider = Providers.find(IdGeneratorProvider.class, keys.remove("strategy"));
        return SnowflakeProvider.layout(IdConfig.of(provider, keys));
    }

    private static Fields read(SnowflakeLayout layout, long id) {
        SnowflakeId read = layout.decode(id);
        return new Fields(
                read.time().toEpochMilli(), read.datacenter() << layout.workerBits() | read.worker(), read.sequence());
    }
}
