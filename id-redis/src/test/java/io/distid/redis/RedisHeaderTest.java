package io.distid.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.distid.BackendException;
import io.distid.StoreRegressedException;
import io.distid.spi.RecordStore.Header;
import io.distid.spi.RecordText;
import io.distid.testkit.Eventually;
import io.distid.testkit.Leases;
import io.distid.testkit.ServerAssumptions;
import io.distid.testservers.RedisOptions;
import io.distid.testservers.RedisServer;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of ids whose records, or the header above them, were lost, in both sources. */
class RedisHeaderTest {
    private static final Duration RESERVATION = Duration.ofMillis(500);
    /** Of a lease that must not lapse while the machine is busy. */
    private static final Duration LASTING = Duration.ofMinutes(10);

    private static final long HORIZON = 1_000 + RESERVATION.toMillis();

    private final RedisServer server = ServerAssumptions.orSkip(() -> RedisServer.start(
            RedisOptions.MEMORY_ONLY.withAppendOnly("always").withUser("untold", "pw", "~* +@all -info -config")));

    @AfterEach
    void end() {
        server.close();
    }

    private WorkerIds open(String source) {
        return RedisFixture.workers(source, server.url());
    }

    private static String hash(String source) {
        return source.equals("redis") ? "distid:workers:{orders}" : "distid:machines:{orders}:notes";
    }

    /** For that id alone: where a pause of the machine ends a lease before it is granted, another id would be taken. */
    private static WorkerRequest request(int id) {
        return new WorkerRequest(
                        "orders", id, OptionalInt.empty(), RESERVATION, "layout", "node", InstantSource.system())
                .withIds(id, id);
    }

    private String field(String source, String name) {
        return RedisFixture.ask(server, client -> client.hget(hash(source), name));
    }

    private Header header(String source) {
        return RecordText.header(field(source, "header"), "the test's server");
    }

    /** Takes and releases an id, with a stamp that is past. */
    private long used(WorkerIds ids, int id) {
        RenewedLease lease = Leases.byHand(ids, request(id));
        long begin = lease.stampedUntil();
        Leases.renewAbove(lease, begin);
        Eventually.await("the first tick").until(() -> System.currentTimeMillis() > begin + 1);
        lease.release(begin + 1);
        return begin + 1;
    }

    @ParameterizedTest
    @ValueSource(strings = {"redis", "redis-set"})
    void firstLeaseBeginsAboveTheHorizonAndOtherIdsLaterWaitForNothing(String source) {
        try (WorkerIds ids = open(source)) {
            long before = System.currentTimeMillis();
            RenewedLease first = Leases.byHand(ids, request(0));
            assertThat(first.stampedUntil()).isBetween(before + HORIZON - 20, System.currentTimeMillis() + HORIZON);
            // A lease is taken a moment after its namespace was made.
            assertThat(first.reservedUntil()).isBetween(first.stampedUntil(), System.currentTimeMillis() + HORIZON);
            Leases.renewAbove(first, first.stampedUntil());
            Eventually.await("its time").until(() -> System.currentTimeMillis() > first.stampedUntil());
            long later = System.currentTimeMillis();
            WorkerLease second = ids.acquire(request(1));
            assertThat(second.stampedUntil()).as("the namespace's floor").isEqualTo(first.stampedUntil());
            assertThat(second.reservedUntil()).isGreaterThan(later);
            first.close();
            second.close();
            assertThat(field(source, "made")).isEqualTo("2");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"redis", "redis-set"})
    void recordThatWasLostIsFoundByItsCountAndItsIdBeginsAboveAllItsHolderCanHaveReserved(String source) {
        try (WorkerIds ids = open(source)) {
            used(ids, 0);
            RenewedLease forgotten = Leases.byHand(ids, request(1).withReservation(LASTING));
            RedisFixture.ask(server, client -> client.hdel(hash(source), "1"));
            if (!source.equals("redis")) {
                RedisFixture.ask(server, client -> client.srem("distid:machines:{orders}", "1"));
            }
            try (WorkerIds other = open(source)) {
                long before = System.currentTimeMillis();
                WorkerLease next = other.acquire(request(1).withReservation(LASTING));
                assertThat(next.stampedUntil()).isGreaterThanOrEqualTo(before + LASTING.toMillis() + 1_000 - 20);
                assertThat(next.stampedUntil()).isGreaterThanOrEqualTo(forgotten.reservedUntil());
                assertThat(forgotten.renew()).isFalse();
                assertThat(forgotten.health().lost()).isTrue();
                assertThat(forgotten.reservedUntil()).isLessThanOrEqualTo(next.stampedUntil());
                next.close();
            }
            assertThat(field(source, "made")).as("a lost record stays counted").isEqualTo("3");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"redis", "redis-set"})
    void fieldThatIsNoRecordHidesNoneThatWasLost(String source) {
        try (WorkerIds ids = open(source)) {
            used(ids, 0);
            RenewedLease forgotten = Leases.byHand(ids, request(1).withReservation(LASTING));
            RedisFixture.ask(server, client -> client.hset(hash(source), "note", "do not delete"));
            try (WorkerIds other = open(source)) {
                other.acquire(request(0)).close();
                RedisFixture.ask(server, client -> client.hdel(hash(source), "1"));
                long before = System.currentTimeMillis();
                WorkerLease next = other.acquire(request(3));
                assertThat(next.stampedUntil()).isGreaterThanOrEqualTo(before + HORIZON - 20);
                next.close();
                assertThat(forgotten.renew()).isFalse();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"redis", "redis-set"})
    void namespaceThatWasWipedBeginsAboveItsOldHolders(String source) {
        try (WorkerIds ids = open(source);
                WorkerIds other = open(source)) {
            used(ids, 0);
            RenewedLease old = Leases.byHand(ids, request(0));
            RedisFixture.ask(server, client -> client.del(hash(source)));
            RedisFixture.ask(server, client -> client.del("distid:machines:{orders}"));
            long before = System.currentTimeMillis();
            WorkerLease next = other.acquire(request(0));
            assertThat(next.workerId()).isZero();
            assertThat(next.stampedUntil()).isGreaterThanOrEqualTo(before + HORIZON - 20);
            assertThat(old.renew()).isFalse();
            assertThat(old.health().lost()).isTrue();
            assertThat(old.reservedUntil()).isLessThanOrEqualTo(next.stampedUntil());
            next.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"redis", "redis-set"})
    void namespaceThatWasWipedIsFoundOutByAHolderWithoutASuccessor(String source) {
        try (WorkerIds ids = open(source)) {
            RenewedLease lease = Leases.byHand(ids, request(0));
            RedisFixture.ask(server, client -> client.del(hash(source)));
            assertThat(lease.renew()).isFalse();
            assertThat(lease.health().lost()).isTrue();
            assertThat(lease.failure()).isInstanceOf(StoreRegressedException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"redis", "redis-set"})
    void afterARestartIdsBeginAboveWhatTheServerCanHaveLostOnce(String source) {
        try (WorkerIds ids = open(source)) {
            long stamped = used(ids, 0);
            server.kill();
            server.restart();
            long before = System.currentTimeMillis();
            RenewedLease next = Leases.byHand(ids, request(0));
            assertThat(next.stampedUntil())
                    .isGreaterThan(stamped)
                    .isBetween(before + HORIZON - 20, System.currentTimeMillis() + HORIZON);
            Leases.renewAbove(next, next.stampedUntil());
            Eventually.await("its first tick").until(() -> System.currentTimeMillis() > next.stampedUntil() + 1);
            next.release(next.stampedUntil() + 1);
            WorkerLease later = ids.acquire(request(0));
            assertThat(later.stampedUntil()).isEqualTo(next.stampedUntil() + 1);
            later.close();
        }
    }

    /** It was made while the server's clock was ahead; then that was set back, and the server has been restarted. */
    @ParameterizedTest
    @ValueSource(strings = {"redis", "redis-set"})
    void floorThatLiesAheadOfTheServersClockIsNotLoweredByARestart(String source) {
        try (WorkerIds ids = open(source)) {
            used(ids, 0);
            long ahead = System.currentTimeMillis() + 3_600_000;
            RedisFixture.ask(
                    server,
                    client -> client.hset(hash(source), "header", RecordText.of(raised(header(source), ahead))));
            for (int id = 0; id < 2; id++) {
                WorkerRequest request = request(id);
                assertThatExceptionOfType(BackendException.class)
                        .isThrownBy(() -> ids.acquire(request))
                        .withMessageContaining("ahead of ")
                        .withMessageContaining("'s clock");
            }
            assertThat(header(source).floor()).isEqualTo(ahead);
        }
    }

    /** By another server. */
    private static Header raised(Header header, long floor) {
        return new Header("another", header.layout(), floor, "another:-", header.lost());
    }

    @ParameterizedTest
    @ValueSource(strings = {"redis", "redis-set"})
    void countThatIsGoneIsTakenForOneThatLostRecords(String source) {
        try (WorkerIds ids = open(source)) {
            used(ids, 0);
            RedisFixture.ask(server, client -> client.hdel(hash(source), "made"));
            try (WorkerIds other = open(source)) {
                long before = System.currentTimeMillis();
                WorkerLease next = other.acquire(request(1));
                assertThat(next.stampedUntil()).isGreaterThanOrEqualTo(before + HORIZON - 20);
                next.close();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"redis", "redis-set"})
    void leaseThatIsHeldGoesOnOverARestart(String source) {
        try (WorkerIds ids = open(source)) {
            WorkerLease lease = ids.acquire(request(0));
            server.kill();
            server.restart();
            long bound = lease.reservedUntil();
            Eventually.await("a renewal").until(() -> lease.reservedUntil() > bound);
            assertThat(lease.health().lost()).isFalse();
            lease.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"redis", "redis-set"})
    void userWithoutInfoLeavesWhatIsKnownOfTheRun(String source) {
        String url = "redis://untold:pw@" + server.host() + ":" + server.port();
        try (WorkerIds ids = open(source);
                WorkerIds untold = RedisFixture.workers(source, url)) {
            long stamped = used(ids, 0);
            String run = header(source).incarnation();
            assertThat(run).matches("[0-9a-f]{40}:[0-9a-f]{40}");
            WorkerLease lease = untold.acquire(request(0));
            assertThat(lease.stampedUntil()).isEqualTo(stamped);
            assertThat(header(source).incarnation()).isEqualTo(run);
            lease.close();
        }
    }
}
