package io.distid.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.spi.IdConfig;
import io.distid.spi.Segment;
import io.distid.spi.SegmentStore;
import io.distid.testkit.LockOutage;
import io.distid.testkit.SnowflakeOutage;
import io.distid.testkit.StoreOutages;
import io.distid.testservers.EtcdServer;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.InstantSource;
import java.util.Map;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Servers that go away before each answer in turn of all that is opened, used once, and closed. */
class EtcdOutageTest {
    private final EtcdServer server = EtcdFixture.server();
    private final String prefix = "distid-test/" + UUID.randomUUID();
    private final Map<Integer, Long> last = new ConcurrentHashMap<>();

    private Map<String, String> config(InetSocketAddress address, String... settings) {
        Map<String, String> config = EtcdFixture.through(address, EtcdFixture.config(server, settings));
        config.put("prefix", prefix);
        return config;
    }

    private int outages(StoreOutages.Round round) {
        URI url = URI.create(server.plainUrl());
        return StoreOutages.beforeEachAnswer(new InetSocketAddress(url.getHost(), url.getPort()), "no secret", round);
    }

    private void requireAbove(int number, long id) {
        assertThat(id).isGreaterThan(last.getOrDefault(number, 0L));
        last.put(number, id);
    }

    /** With the wait for a first start, once with each number. */
    @Tag("slow")
    @Test
    void generators() {
        int answers = outages(
                new SnowflakeOutage("etcd", (address, number) -> config(address, "create", "true", "max-ahead", "1s")));
        assertThat(answers).isGreaterThanOrEqualTo(5);
    }

    @Test
    void workerIds() {
        int answers = outages((address, number) -> {
            WorkerRequest request = new WorkerRequest(
                    "node" + number,
                    7,
                    OptionalInt.empty(),
                    StoreOutages.LEASE,
                    "layout",
                    "node",
                    InstantSource.system());
            try (WorkerIds ids = EtcdFixture.workers(config(address, "create", "true", "max-ahead", "1s"))) {
                ids.firstStart(request);
                WorkerLease lease = ids.acquire(request);
                lease.release(lease.stampedUntil());
            }
        });
        assertThat(answers).isGreaterThanOrEqualTo(5);
    }

    @Test
    void segments() {
        EtcdSegmentStoreProvider provider = new EtcdSegmentStoreProvider();
        int answers = outages((address, number) -> {
            String tag = "tag" + number;
            try (SegmentStore store = provider.open(IdConfig.of(provider, config(address, "create", "true")))) {
                long step = store.step(tag);
                Segment segment = store.claim(tag, step);
                requireAbove(number, segment.start());
                requireAbove(number, segment.end() - 1);
                store.giveBack(tag, store.claim(tag, step));
                assertThat(store.steps()).containsEntry(tag, step);
            }
        });
        assertThat(answers).isGreaterThanOrEqualTo(8);
    }

    @Test
    void locks() {
        int answers = outages(new LockOutage("etcd", (address, number) -> config(address)));
        assertThat(answers).isGreaterThanOrEqualTo(5);
    }
}
