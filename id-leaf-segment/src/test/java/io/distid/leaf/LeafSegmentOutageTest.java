package io.distid.leaf;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.IdGenerators;
import io.distid.LongIdGenerator;
import io.distid.testkit.ServerAssumptions;
import io.distid.testkit.StoreOutages;
import io.distid.testservers.RedisServer;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** A store that goes away before each answer in turn that a generator waits for, from its opening to its close. */
class LeafSegmentOutageTest {
    @Test
    void storeThatGoesAwayIsReportedAsAwayAndNoIdIsRepeated() {
        RedisServer server = ServerAssumptions.orSkip(RedisServer::shared);
        String prefix = "distid-test:" + UUID.randomUUID();
        Map<Integer, Long> last = new ConcurrentHashMap<>();
        InetSocketAddress address = new InetSocketAddress(server.host(), server.port());
        int answers = StoreOutages.beforeEachAnswer(address, "no secret", (through, number) -> {
            Map<String, String> config = Map.of(
                    "tag",
                    "tag" + number,
                    "store",
                    "redis",
                    "store.url",
                    "redis://" + through.getHostString() + ":" + through.getPort(),
                    "store.prefix",
                    prefix,
                    "store.create",
                    "true",
                    "store.step",
                    "2");
            try (LongIdGenerator generator = IdGenerators.openLong("leaf-segment", config)) {
                for (int i = 0; i < 5; i++) {
                    long id = generator.nextId();
                    assertThat(id).isGreaterThan(last.getOrDefault(number, 0L));
                    last.put(number, id);
                }
            }
        });
        assertThat(answers).isGreaterThanOrEqualTo(6);
    }
}
