package io.distid.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.IdsExhaustedException;
import io.distid.StoreRegressedException;
import io.distid.spi.IdConfig;
import io.distid.spi.RecordStore.LeaseRecord;
import io.distid.spi.RecordText;
import io.distid.testkit.ConfigPairs;
import io.distid.testkit.Leases;
import io.distid.testkit.ManualClock;
import io.distid.testservers.RedisServer;
import io.distid.worker.RenewedLease;
import io.distid.worker.StoreWorkerIds;
import io.distid.worker.StoreWorkerIds.Creation;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RedisWorkerIdsTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Duration SHORT = Duration.ofMillis(150);

    private final RedisServer server = RedisFixture.server();
    private final String prefix = RedisFixture.freshKey();
    private final String key = prefix + ":{orders}";

    private WorkerIds open(String... settings) {
        Map<String, String> config = ConfigPairs.with(
                RedisFixture.config(server.url(), "prefix", prefix, "create", "true", "max-ahead", "1s"), settings);
        RedisWorkerIdsProvider provider = new RedisWorkerIdsProvider();
        return provider.open(IdConfig.of(provider, config));
    }

    private static WorkerRequest request(int lastId, Duration reservation, InstantSource clock) {
        return new WorkerRequest("orders", lastId, OptionalInt.empty(), reservation, "layout", "node", clock);
    }

    private static WorkerRequest request(int lastId, Duration reservation) {
        return request(lastId, reservation, InstantSource.system());
    }

    private LeaseRecord record(int id) {
        return RedisFixture.record(server, key, id);
    }

    /** Free ids from 0 on, with their bounds. */
    private void put(long... bounds) {
        Map<String, String> hash = new HashMap<>(RedisFixture.header(server, "layout", bounds.length));
        for (int id = 0; id < bounds.length; id++) {
            hash.put(Integer.toString(id), RecordText.of(new LeaseRecord("token", bounds[id], 0, 0, "other", null)));
        }
        RedisFixture.ask(server, client -> client.hset(key, hash));
    }

    @Test
    void namespaceIsMadeOnRequestOnly() {
        try (WorkerIds ids = open("create", "false")) {
            assertThatThrownBy(() -> ids.acquire(request(7, LONG)))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("create=true");
        }
        try (WorkerIds ids = open()) {
            ids.acquire(request(7, LONG)).close();
        }
        try (WorkerIds ids = open("create", "false")) {
            ids.acquire(request(7, LONG)).close();
        }
    }

    @Test
    void expiryGoesByTheServersClockAndTheHoldersOwnTerm() {
        ManualClock slow = new ManualClock(Instant.now().minus(Duration.ofHours(5)));
        WorkerIds crashed = open();
        long before = System.currentTimeMillis();
        WorkerLease lease = crashed.acquire(request(0, LONG, slow));
        crashed.close();
        assertThat(lease.reservedUntil()).isGreaterThan(before + LONG.toMillis());
        assertThat(record(0).freeFrom())
                .isBetween(before + LONG.toMillis() - 1000, System.currentTimeMillis() + LONG.toMillis());
        try (WorkerIds ids = open()) {
            assertThatThrownBy(() -> ids.acquire(request(0, SHORT)))
                    .as("by a node with a shorter term, five hours after the holder's bound")
                    .isInstanceOf(IdsExhaustedException.class);
        }
    }

    @Test
    void idWhoseBoundIsPassedWinsOverOneThatHasToBeWaitedFor() {
        long now = System.currentTimeMillis();
        long later = now + Duration.ofMinutes(10).toMillis();
        put(later + 60_000, later, now - 1_000);
        try (WorkerIds ids = open("max-ahead", "1h")) {
            WorkerLease free = ids.acquire(request(2, LONG));
            assertThat(free.workerId()).isEqualTo(2);
            WorkerLease soonest = ids.acquire(request(2, LONG));
            assertThat(soonest.workerId()).isEqualTo(1);
            assertThat(soonest.stampedUntil()).isEqualTo(later);
            assertThat(soonest.reservedUntil()).isEqualTo(later + LONG.toMillis());
            free.close();
            soonest.close();
        }
    }

    @Test
    void boundThatWouldLieFarAheadIsRefusedEvenIfThePredecessorsDoes() {
        put(System.currentTimeMillis() + 3_600_000);
        try (WorkerIds ids = open()) {
            assertThatThrownBy(() -> ids.acquire(request(0, LONG)))
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining("ahead")
                    .hasMessageContaining("max-ahead");
        }
    }

    @Test
    void clockThatRunsAwayWhileTheLeaseIsHeldStopsTheBound() {
        ManualClock clock = new ManualClock(Instant.now());
        try (WorkerIds ids = open("max-ahead", "1min")) {
            RenewedLease lease = Leases.byHand(ids, request(0, SHORT, clock));
            long sane = System.currentTimeMillis() + 60_000 + 10_000;
            clock.advance(Duration.ofHours(1));
            assertThat(lease.renew()).isFalse();
            assertThat(lease.failure())
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining("set the clock that is wrong");
            assertThat(lease.health().lost()).isFalse();
            assertThat(record(0).bound()).isLessThan(sane);
            lease.close();
        }
    }

    @Test
    void boundThatWentBackEndsTheLease() {
        try (WorkerIds ids = open()) {
            RenewedLease lease = Leases.byHand(ids, request(0, SHORT));
            AtomicInteger losses = new AtomicInteger();
            lease.onLoss(losses::incrementAndGet);
            String old = RedisFixture.ask(server, client -> client.hget(key, "0"));
            Leases.renewAbove(lease, lease.reservedUntil());
            RedisFixture.ask(server, client -> client.hset(key, "0", old));
            assertThat(lease.renew()).isFalse();
            assertThat(losses).hasValue(1);
            assertThat(lease.failure())
                    .isInstanceOf(StoreRegressedException.class)
                    .hasMessageContaining("was confirmed before");
            WorkerLease next = ids.acquire(request(0, SHORT));
            assertThat(next.stampedUntil()).as("above the bound that was").isEqualTo(lease.reservedUntil());
            next.close();
        }
    }

    @Test
    void serverThatForgotTheNamespaceEndsTheLease() {
        try (WorkerIds ids = open()) {
            RenewedLease lease = Leases.byHand(ids, request(0, SHORT));
            AtomicInteger losses = new AtomicInteger();
            lease.onLoss(losses::incrementAndGet);
            RedisFixture.ask(server, client -> client.del(key));
            assertThat(lease.renew()).isFalse();
            assertThat(losses).hasValue(1);
            assertThat(lease.failure()).isInstanceOf(StoreRegressedException.class);
        }
        try (WorkerIds ids = open("create", "false")) {
            assertThatThrownBy(() -> ids.acquire(request(0, SHORT))).isInstanceOf(ConfigException.class);
        }
    }

    @Test
    void malformedRecordIsReported() {
        put(1);
        RedisFixture.ask(server, client -> client.hset(key, "0", "garbage"));
        try (WorkerIds ids = open()) {
            assertThatThrownBy(() -> ids.acquire(request(0, LONG)))
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
                ids.acquire(request(9_999, LONG).withRenewer(lease -> {}));
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
            WorkerLease last = ids.acquire(request(65_535, LONG));
            assertThat(last.workerId()).isEqualTo(65_535);
            assertThatThrownBy(() -> ids.acquire(request(65_535, LONG)))
                    .isInstanceOf(IdsExhaustedException.class)
                    .hasMessageContaining("from 0 to 65535")
                    .hasMessageMatching(".* held: (\\d+) by (node-\\1|node), .* and 65520 others;.*");
            last.close();
        }
    }
}
