package io.distid.db;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.IdGenerators;
import io.distid.LongIdGenerator;
import io.distid.coordination.Consumption;
import io.distid.coordination.IdempotencyTokens;
import io.distid.spi.IdConfig;
import io.distid.spi.Segment;
import io.distid.spi.SegmentStore;
import io.distid.sql.Servers;
import io.distid.sql.Workers;
import io.distid.testkit.LockOutage;
import io.distid.testkit.SnowflakeOutage;
import io.distid.testkit.StoreOutages;
import io.distid.testservers.Database;
import io.distid.testservers.SqlServer;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers that go away before each answer in turn of all that is opened, used once, and closed. Each outage has a table of its own, which is made. */
@Tag("slow")
class MySqlOutageTest {
    private final SqlServer server = Servers.shared();
    private final Database database = server.createDatabase();
    private final Map<Integer, Long> last = new ConcurrentHashMap<>();

    /** The pool tries to connect for as long as the time-out. */
    private Map<String, String> config(InetSocketAddress address, int number, String... more) {
        Map<String, String> config = Servers.config(Servers.through(database, address), more);
        config.put("timeout", "250ms");
        config.put("table", "outage_" + number);
        return config;
    }

    private int outages(StoreOutages.Round round) {
        return StoreOutages.beforeEachAnswer(
                new InetSocketAddress(server.host(), server.port()), database.password(), round);
    }

    private void requireAbove(int number, long id) {
        assertThat(id).isGreaterThan(last.getOrDefault(number, 0L));
        last.put(number, id);
    }

    @ParameterizedTest
    @ValueSource(strings = {"mysql-auto-increment", "mysql-replace-into", "mysql-update"})
    void tickets(String strategy) {
        int answers = outages((address, number) -> {
            try (LongIdGenerator generator = IdGenerators.openLong(strategy, config(address, number))) {
                requireAbove(number, generator.nextId());
                long[] ids = new long[3];
                generator.nextIds(ids, 0, ids.length);
                requireAbove(number, ids[0]);
                requireAbove(number, ids[2]);
            }
        });
        assertThat(answers).isGreaterThanOrEqualTo(18);
    }

    @ParameterizedTest
    @ValueSource(strings = {"mysql", "mysql-register"})
    void workerIds(String source, @TempDir Path directory) {
        int answers = outages((address, number) -> {
            Map<String, String> config = config(address, number, "max-ahead", "1s");
            if (source.equals("mysql-register")) {
                config.put("file", directory.resolve("worker" + number).toString());
                config.put("lease-table", "leases_" + number);
            }
            WorkerRequest request = new WorkerRequest(
                    "fleet",
                    1023,
                    OptionalInt.empty(),
                    StoreOutages.LEASE,
                    Workers.LAYOUT,
                    "node",
                    InstantSource.system());
            try (WorkerIds ids = Workers.open(source, config)) {
                ids.firstStart(request);
                WorkerLease lease = ids.acquire(request);
                lease.release(lease.stampedUntil());
            }
        });
        assertThat(answers).isGreaterThanOrEqualTo(18);
    }

    /** With the wait for a first start, once with each number. */
    @ParameterizedTest
    @ValueSource(strings = {"mysql", "mysql-register file"})
    void generators(String source, @TempDir Path directory) {
        int answers = outages(new SnowflakeOutage(source.split(" ")[0], (address, number) -> {
            Map<String, String> worker = config(address, 0, "max-ahead", "1s");
            if (source.endsWith("file")) {
                worker.put("file", directory.resolve("worker" + number).toString());
                worker.put("lease-table", "leases_0");
            }
            return worker;
        }));
        assertThat(answers).isGreaterThanOrEqualTo(5);
    }

    @Test
    void segments() {
        MySqlSegmentStoreProvider provider = new MySqlSegmentStoreProvider();
        int answers = outages((address, number) -> {
            try (SegmentStore store = provider.open(IdConfig.of(provider, config(address, number)))) {
                Servers.execute(
                        database,
                        "INSERT IGNORE INTO outage_" + number
                                + " (biz_tag, max_id, step, description) VALUES ('orders', 1, 10, '')");
                Segment segment = store.claim("orders", store.step("orders"));
                requireAbove(number, segment.start());
                requireAbove(number, segment.end() - 1);
                store.giveBack("orders", store.claim("orders", 10));
                assertThat(store.steps()).containsEntry("orders", 10L);
            }
        });
        assertThat(answers).isGreaterThanOrEqualTo(18);
    }

    @Test
    void locks() {
        int answers = outages(new LockOutage("mysql", this::config));
        assertThat(answers).isGreaterThanOrEqualTo(18);
    }

    @Test
    void tokens() {
        int answers = outages((address, number) -> {
            try (IdempotencyTokens tokens = IdempotencyTokens.open("mysql", config(address, number))) {
                assertThat(tokens.consume(tokens.issue())).isEqualTo(Consumption.ACCEPTED);
            }
        });
        assertThat(answers).isGreaterThanOrEqualTo(18);
    }
}
