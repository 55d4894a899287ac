package io.distid.leaf;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.IdGenerator;
import io.distid.IdGenerators;
import io.distid.redis.RedisWorkerIdsProvider;
import io.distid.testkit.CapturedLog;
import io.distid.testkit.ServerAssumptions;
import io.distid.testkit.contract.LongIdGeneratorContract;
import io.distid.testservers.RedisServer;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The same strategy on the other backend that has the port. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LeafSegmentOnRedisContractTest extends LongIdGeneratorContract {
    private RedisServer server;

    @BeforeAll
    void start() {
        server = ServerAssumptions.orSkip(RedisServer::shared);
    }

    @Override
    protected String strategy() {
        return "leaf-segment";
    }

    @Override
    protected Map<String, String> config(int node) {
        return Map.of(
                "tag", "orders",
                "store", "redis",
                "store.url", server.url(),
                "store.create", "true",
                "store.step", "100",
                "store.timeout", "60s",
                "max-wait", "2min");
    }

    @Test
    void notesAndLogSayWhatACrashOfTheServerCanLose() {
        try (CapturedLog log = new CapturedLog(RedisWorkerIdsProvider.class);
                IdGenerator ids = IdGenerators.open(strategy(), config(0))) {
            assertThat(ids.traits().notes())
                    .filteredOn(note -> note.startsWith("Redis "))
                    .singleElement()
                    // Other classes open stores of their own servers meanwhile.
                    .satisfies(note -> assertThat(log.lines())
                            .filteredOn(line -> line.equals("WARNING segments from " + server.url() + ": " + note))
                            .hasSize(note.contains("loses no acknowledged write") ? 0 : 1));
        }
    }
}
