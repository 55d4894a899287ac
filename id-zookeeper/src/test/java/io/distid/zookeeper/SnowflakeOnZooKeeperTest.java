package io.distid.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.IdGenerators;
import io.distid.LeaseLostException;
import io.distid.LongIdGenerator;
import io.distid.testkit.Eventually;
import io.distid.testkit.ServerAssumptions;
import io.distid.testservers.ZooKeeperServer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A strategy that is opened by name, with both sources. */
class SnowflakeOnZooKeeperTest {
    private static final int IDS = 20_000;

    private final ZooKeeperServer server = ServerAssumptions.orSkip(ZooKeeperServer::shared);
    private final String namespace = "sf-" + UUID.randomUUID();

    private LongIdGenerator open(String worker, int port) {
        Map<String, String> config = new HashMap<>(Map.of(
                "preset",
                "leaf",
                "namespace",
                namespace,
                "worker",
                worker,
                "worker.connect",
                server.connectString(),
                "worker.create",
                "true",
                "worker.max-ahead",
                "1s",
                "reservation",
                "1s"));
        ZooKeeperFixture.patient().forEach((key, value) -> config.put("worker." + key, value));
        if (worker.equals("zookeeper-leaf")) {
            config.put("worker.address", "10.0.0.1");
            config.put("worker.port", Integer.toString(port));
        }
        return IdGenerators.openLong("snowflake", config);
    }

    @ParameterizedTest
    @ValueSource(strings = {"zookeeper", "zookeeper-leaf"})
    void nodesAndRestartsNeverRepeatAnId(String worker) {
        Set<Long> ids = new HashSet<>();
        try (LongIdGenerator one = open(worker, 8080);
                LongIdGenerator two = open(worker, 8081)) {
            issue(one, ids);
            issue(two, ids);
        }
        try (LongIdGenerator again = open(worker, 8080)) {
            issue(again, ids);
        }
        assertThat(ids).hasSize(3 * IDS);
    }

    /** Where the machine stood still for longer than the reservation, ids come once the lease is renewed. */
    private static long next(LongIdGenerator generator) {
        try {
            return generator.nextId();
        } catch (LeaseLostException e) {
            return Eventually.untilAnswered(generator::nextId);
        }
    }

    private static void issue(LongIdGenerator generator, Set<Long> ids) {
        long last = 0;
        for (int i = 0; i < IDS; i++) {
            long id = next(generator);
            assertThat(id > last).as("%d after %d", id, last).isTrue();
            last = id;
            ids.add(id);
        }
    }
}
