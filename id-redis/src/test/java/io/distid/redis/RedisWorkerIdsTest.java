package io.distid.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.IdsExhaustedException;
import io.distid.spi.IdConfig;
import io.distid.spi.RecordStore.LeaseRecord;
import io.distid.spi.RecordText;
import io.distid.testkit.ConfigPairs;
import io.distid.testservers.RedisServer;
import io.distid.worker.StoreWorkerIds;
import io.distid.worker.StoreWorkerIds.Creation;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RedisWorkerIdsTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    private final RedisServer server = RedisFixture.server();
    private final String prefix = RedisFixture.freshKey();
    private final String key = prefix + ":{orders}";

    private WorkerIds open(String... settings) {
        Map<String, String> config = ConfigPairs.with(
                RedisFixture.config(server.url(), "prefix", prefix, "create", "true", "max-ahead", "1s"), settings);
        RedisWorkerIdsProvider provider = new RedisWorkerIdsProvider();
        return provider.open(IdConfig.of(provider, config));
    }

    private static WorkerRequest request(int lastId) {
        return new WorkerRequest("orders", lastId, OptionalInt.empty(), LONG, "layout", "node", InstantSource.system());
    }

    @Test
    void namespaceIsMadeOnRequestOnly() {
        try (WorkerIds ids = open("create", "false")) {
            assertThatThrownBy(() -> ids.acquire(request(7)))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("create=true");
        }
        try (WorkerIds ids = open()) {
            ids.acquire(request(7)).close();
        }
        try (WorkerIds ids = open("create", "false")) {
            ids.acquire(request(7)).close();
        }
    }

    @Test
    void malformedRecordIsReported() {
        Map<String, String> hash = new HashMap<>(RedisFixture.header(server, "layout", 1));
        hash.put("0", "garbage");
        RedisFixture.ask(server, client -> client.hset(key, hash));
        try (WorkerIds ids = open()) {
            assertThatThrownBy(() -> ids.acquire(request(0)))
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining("worker id 0 of hash " + key)
                    .hasMessageContaining("does not hold a record of a worker id: \"garbage\"");
        }
    }

    /** A look at some ids, and the take: with many holders, too. */
    @Test
    void acquireTakesTwoRequests() {
        Map<String, String> hash = new HashMap<>(RedisFixture.header(server, "layout", 9_000));
        long later = System.currentTimeMillis() + 3_600_000;
        for (int id = 0; id < 10_000; id++) {
            if (id % 10 > 0) {
                LeaseRecord held = new LeaseRecord("token-" + id, later, 0, later, "node-" + id, null);
                hash.put(Integer.toString(id), RecordText.of(held));
            }
        }
        RedisFixture.ask(server, client -> client.hset(key, hash));
        RedisWorkerIdsProvider provider = new RedisWorkerIdsProvider();
        AtomicInteger requests = new AtomicInteger();
        ScriptRunner counting = new ScriptRunner() {
            private final ScriptRunner real = RedisWorkerIdsProvider.connect(
                    IdConfig.of(provider, RedisFixture.config(server.url())), "worker ids");

            @Override
            public Object run(Script script, List<String> keys, List<String> arguments) {
                requests.incrementAndGet();
                return real.run(script, keys, arguments);
            }

            @Override
            public String where() {
                return real.where();
            }

            @Override
            public void close() {
                real.close();
            }
        };
        Duration maxAhead = Duration.ofSeconds(1);
        try (WorkerIds ids = new StoreWorkerIds(new RedisRecordStore(counting, prefix), maxAhead, Creation.NEVER)) {
            for (int i = 1; i <= 5; i++) {
                ids.acquire(request(9_999).withRenewer(lease -> {}));
                assertThat(requests).as("requests for %d acquires", i).hasValue(2 * i);
            }
        }
    }

    @Test
    void rangeOf65536HeldIdsIsSearchedToItsEnd() {
        long later = System.currentTimeMillis() + 3_600_000;
        Map<String, String> slots = new HashMap<>();
        for (int id = 0; id < 65_536; id++) {
            LeaseRecord held = new LeaseRecord("token-" + id, later, 0, later, "node-" + id, null);
            slots.put(Integer.toString(id), RecordText.of(held));
        }
        slots.putAll(RedisFixture.header(server, "layout", 65_536));
        slots.put("65535", RecordText.of(new LeaseRecord("token", 1, 0, 0, "node-65535", null)));
        RedisFixture.ask(server, client -> client.hset(key, slots));
        try (WorkerIds ids = open()) {
            WorkerLease last = ids.acquire(request(65_535));
            assertThat(last.workerId()).isEqualTo(65_535);
            assertThatThrownBy(() -> ids.acquire(request(65_535)))
                    .isInstanceOf(IdsExhaustedException.class)
                    .hasMessageContaining("from 0 to 65535")
                    .hasMessageMatching(".* held: (\\d+) by (node-\\1|node), .* and 65520 others;.*");
            last.close();
        }
    }
}
