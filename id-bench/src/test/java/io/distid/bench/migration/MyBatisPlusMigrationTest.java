package io.distid.bench.migration;

import static io.distid.testkit.ServerAssumptions.orSkip;
import static org.assertj.core.api.Assertions.assertThat;

import com.baomidou.mybatisplus.core.incrementer.DefaultIdentifierGenerator;
import com.baomidou.mybatisplus.core.toolkit.Sequence;
import com.baomidou.mybatisplus.core.toolkit.SystemClock;
import io.distid.IdGenerators;
import io.distid.snowflake.Snowflake;
import io.distid.testservers.Database;
import io.distid.testservers.MySqlServer;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.apache.ibatis.logging.LogFactory;
import org.junit.jupiter.api.Test;

/** Ids of MyBatis-Plus's default generator, followed by ours. */
class MyBatisPlusMigrationTest extends SnowflakeMigration {
    private static final int WORKER_BITS = 5;
    private static final int SEQUENCE_BITS = 12;

    MyBatisPlusMigrationTest() {
        super("MyBatis-Plus");
    }

    @Override
    List<Integer> oldWorkers() {
        return List.of(0, 33, 991);
    }

    @Override
    LongSupplier oldNode(int worker) {
        DefaultIdentifierGenerator ids =
                new DefaultIdentifierGenerator(worker & (1 << WORKER_BITS) - 1, worker >> WORKER_BITS);
        return () -> ids.nextId(null);
    }

    /** All nodes of a JVM share one clock; its thread updates it each ms, later if it has no core. */
    @Override
    long oldClock() {
        return SystemClock.now();
    }

    /** It reads the time alone. */
    @Override
    Fields fields(long id) {
        return new Fields(
                Sequence.parseIdTimestamp(id),
                id >> SEQUENCE_BITS & (1 << 2 * WORKER_BITS) - 1,
                id & (1 << SEQUENCE_BITS) - 1);
    }

    @Test
    void hostsWithoutAnAddressAreAllWorkerOneOfDatacenterOne() {
        long id = DefaultIdentifierGenerator.getFixedIdentifierGenerator(LogFactory.getLog(getClass()))
                .nextId(null)
                .longValue();

        assertThat(fields(id).worker()).isEqualTo(1 << WORKER_BITS | 1);
    }

    @Test
    void aSourceOnADatabaseGrantsTheHalfAndLaterAll() {
        Database database = orSkip(MySqlServer::shared).createDatabase();
        Map<String, String> source =
                new TreeMap<>(ComingFromPage.under("Worker ids").settings());
        source.put("worker.url", database.url());
        source.put("worker.user", database.user());
        source.put("worker.password", database.password());
        // A first start of 2 s in place of 8 s.
        source.putAll(Map.of("reservation", "1s", "worker.max-ahead", "1s"));
        // For a server or a renewal that is late where the machine stands still.
        source.putAll(Map.of("worker.timeout", "60s", "max-wait", "1min"));
        issued.draw(1, oldNodes());
        long highest = issued.highest();

        try (Snowflake upper = opened(page.settings(), source)) {
            assertThat(issued.draw(upper::nextId)).isGreaterThan(highest);
            assertThat(fields(upper.nextId()).worker()).isGreaterThan(991);
            source.remove("worker.create");
            source.put("prefer", "fixed");
            source.put("prefer.id", "33");
            try (Snowflake any = opened(withoutDatacenter(), source)) {
                assertThat(fields(any.nextId()).worker())
                        .as("which an old node had")
                        .isEqualTo(33);
                issued.draw(1_000, List.of(upper::nextId, any::nextId));
            }
        }
        issued.shouldAllDiffer();
    }

    private static Snowflake opened(Map<String, String> layout, Map<String, String> source) {
        Map<String, String> settings = new TreeMap<>(layout);
        settings.putAll(source);
        return (Snowflake) IdGenerators.openLong(settings.remove("strategy"), settings);
    }
}
