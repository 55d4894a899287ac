package io.distid.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.spi.IdConfig;
import io.distid.spi.Segment;
import io.distid.spi.SegmentStore;
import io.distid.testkit.Leases;
import io.distid.testservers.RedisServer;
import io.distid.testservers.fault.LossyLink;
import io.distid.worker.RenewedLease;
import io.distid.worker.StoreWorkerIds;
import io.distid.worker.StoreWorkerIds.Creation;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that are carried out, and whose answers do not arrive. */
class RedisLostAnswerTest {
    private final RedisServer server = RedisFixture.server();
    private final String prefix = RedisFixture.freshKey();
    private final String key = prefix + ":{orders}";
    private LossyLink link;

    @BeforeEach
    void start() {
        link = new LossyLink(new InetSocketAddress(server.host(), server.port()));
    }

    @AfterEach
    void end() {
        link.close();
    }

    private WorkerIds open(String source) {
        return RedisFixture.workers(source, RedisFixture.url(link), "prefix", prefix, "pool-size", "1");
    }

    private static WorkerRequest request(int lastId) {
        return new WorkerRequest(
                "orders", lastId, OptionalInt.of(0), Duration.ofMillis(600), "layout", "node", InstantSource.system());
    }

    /** The words of each record of the namespace that somebody holds. */
    private List<String[]> held(String source) {
        Map<String, String> hash = RedisFixture.ask(server, client -> client.hgetAll(RedisFixture.hash(source, key)));
        return hash.entrySet().stream()
                .filter(entry -> entry.getKey().matches("\\d+"))
                .map(entry -> entry.getValue().split(" "))
                // From when it is free.
                .filter(words -> !words[3].equals("0"))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"redis", "redis-set"})
    void repeatedTakeAnswersWithTheIdAndTheStampOfTheFirst(String source) {
        try (WorkerIds ids = open(source)) {
            WorkerLease before = Leases.byHand(ids, request(0));
            long stamped = before.reservedUntil();
            before.release(stamped);
            // It is looked at first.
            link.dropAnswerAfter(1);
            WorkerLease lease = Leases.byHand(ids, request(0));
            assertThat(link.answersDropped()).isEqualTo(1);
            assertThat(lease.workerId()).isEqualTo(before.workerId());
            assertThat(lease.stampedUntil()).isEqualTo(stamped);
            assertThat(held(source))
                    .as("records that somebody holds")
                    .singleElement()
                    .satisfies(words -> {
                        assertThat(Long.parseLong(words[1])).as("bound").isEqualTo(lease.reservedUntil());
                    });
            lease.close();
        }
    }

    /** Another process could have it else only a reservation later. */
    @ParameterizedTest
    @ValueSource(strings = {"redis", "redis-set"})
    void idWhoseTakesWereNeverAnsweredIsGivenBack(String source) {
        RedisWorkerIdsProvider provider = new RedisWorkerIdsProvider();
        AtomicInteger losses = new AtomicInteger(2);
        ScriptRunner losing = new ScriptRunner() {
            private final ScriptRunner real =
                    RedisWorkerIdsProvider.connectForLeases(IdConfig.of(provider, RedisFixture.config(server.url())));

            @Override
            public Object run(Script script, List<String> keys, List<String> arguments) {
                Object answer = real.run(script, keys, arguments);
                if (script.equals(RedisRecordStore.WRITE) && losses.getAndDecrement() > 0) {
                    throw new BackendException("the answer is lost");
                }
                return answer;
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
        WorkerRequest request = request(0).withReservation(Duration.ofMinutes(10));
        try (WorkerIds ids =
                        new StoreWorkerIds(RedisFixture.records(source, losing, prefix), maxAhead, Creation.ALLOWED);
                WorkerIds others = RedisFixture.workers(source, server.url(), "prefix", prefix)) {
            assertThatThrownBy(() -> ids.acquire(request)).isInstanceOf(BackendException.class);
            if (source.equals("redis-set")) {
                Set<String> members = RedisFixture.ask(server, client -> client.smembers(key));
                assertThat(members).isEmpty();
            }
            others.acquire(request).close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"redis", "redis-set"})
    void renewalsWhoseAnswersAreLostAreNoLossOfTheLease(String source) {
        try (WorkerIds ids = open(source)) {
            RenewedLease lease = Leases.byHand(ids, request(0));
            link.dropAnswers(1, 1);
            assertThat(lease.renew()).isFalse();
            assertThat(lease.renew()).isFalse();
            link.dropAnswers(0, 1);
            Leases.renewAbove(lease, lease.reservedUntil());
            assertThat(lease.failure()).isNull();
            lease.close();
            assertThat(held(source)).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"redis", "redis-set"})
    void releaseWhoseAnswerIsLostIsNoRegressionForTheNextLeaseOfTheProcess(String source) {
        try (WorkerIds ids = open(source)) {
            RenewedLease lease = Leases.byHand(ids, request(0));
            long before = lease.stampedUntil();
            Leases.renewAbove(lease, before + 100);
            link.dropAnswers(1, 1);
            assertThatThrownBy(() -> lease.release(before + 50)).isInstanceOf(BackendException.class);
            link.dropAnswers(0, 1);
            WorkerLease next = ids.acquire(request(0));
            assertThat(next.stampedUntil()).isEqualTo(before + 50);
            next.close();
        }
    }

    /** A repeat would find the counter where the first one did, since others have claimed what that gave back. */
    @Test
    void givingBackIsNotRepeated() {
        RedisSegmentStoreProvider provider = new RedisSegmentStoreProvider();
        Map<String, String> config = RedisFixture.config(RedisFixture.url(link), "prefix", prefix, "create", "true");
        try (SegmentStore store = provider.open(IdConfig.of(provider, config));
                SegmentStore other =
                        provider.open(IdConfig.of(provider, RedisFixture.config(server.url(), "prefix", prefix)))) {
            // The server knows the script from now on.
            Segment first = store.claim("orders", 10);
            assertThat(store.giveBack("orders", first)).isTrue();
            assertThat(store.claim("orders", 10)).isEqualTo(new Segment(1, 11));
            link.dropAnswerAfter(0, () -> assertThat(other.claim("orders", 6)).isEqualTo(new Segment(5, 11)));
            assertThatThrownBy(() -> store.giveBack("orders", new Segment(5, 11)))
                    .isInstanceOf(BackendException.class);
            assertThat(other.claim("orders", 1)).isEqualTo(new Segment(11, 12));
            assertThat(store.claim("orders", 1)).isEqualTo(new Segment(12, 13));
        }
    }
}
