package io.distid.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.IdsExhaustedException;
import io.distid.testkit.ServerAssumptions;
import io.distid.testservers.EtcdOptions;
import io.distid.testservers.EtcdServer;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A namespace that is too large for one answer, and is read in parts. */
class EtcdManyIdsTest {
    private static final int LAST = 2_199;
    /** In the last part that is read, where the first begins at another. */
    private static final int FIRST = 0;
    /** More than come in one page. */
    private static final int SEVERAL_PAGES = 4_300;

    private final EtcdServer server = EtcdFixture.server();
    private final Namespace namespace = Namespace.fresh();

    @Test
    void lastFreeIdIsFoundWhereverItIs() {
        namespace.fill(server, IntStream.rangeClosed(0, LAST).filter(id -> id != FIRST));
        try (WorkerIds source = namespace.open(server)) {
            WorkerLease lease = source.acquire(namespace.request(LAST));
            assertThat(lease.workerId()).isEqualTo(FIRST);
            assertThatThrownBy(() -> source.acquire(namespace.request(LAST)))
                    .isInstanceOf(IdsExhaustedException.class)
                    .hasMessageContaining("all worker ids from 0 to " + LAST);
            lease.close();
        }
    }

    /** Five are the most of a request that cannot be divided. */
    @Test
    void idIsTakenWhereEtcdTakesFiveOperationsInATransaction() {
        try (EtcdServer small =
                        ServerAssumptions.orSkip(() -> EtcdServer.start(EtcdOptions.DEFAULT.with("--max-txn-ops=5")));
                WorkerIds source = namespace.open(small)) {
            WorkerLease lease = source.acquire(namespace.request(LAST).withPreferredId(5));
            assertThat(lease.workerId()).isEqualTo(5);
            lease.close();
        }
    }

    @Test
    void namespaceOfManyIdsIsMade() {
        long now = System.currentTimeMillis();
        try (WorkerIds source = namespace.open(server)) {
            WorkerLease lease = source.acquire(namespace.request(LAST).withPreferredId(LAST));
            assertThat(lease.workerId()).isEqualTo(LAST);
            assertThat(lease.stampedUntil())
                    .isGreaterThanOrEqualTo(now
                            + Namespace.MAX_AHEAD.plus(Namespace.RESERVATION).toMillis());
            lease.close();
        }
    }

    @Test
    void nodeWhoseClockIsFarAheadIsRefused() {
        namespace.fill(server, IntStream.range(0, LAST));
        Clock ahead = Clock.offset(Clock.systemUTC(), Duration.ofHours(1));
        try (WorkerIds source = namespace.open(server)) {
            assertThatThrownBy(() -> source.acquire(
                            namespace.request(LAST).withPreferredId(LAST).withClock(ahead)))
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining("this node's clock shows");
        }
    }

    /** Not all of them fit into memory. */
    @Test
    void idOfAThousandMillionIsTaken() {
        int last = (1 << 30) - 1;
        int preferred = 515;
        namespace.fill(server, IntStream.of(preferred));
        try (WorkerIds source = namespace.open(server)) {
            WorkerLease other = source.acquire(namespace.request(last).withPreferredId(preferred));
            assertThat(other.workerId()).isNotEqualTo(preferred).isBetween(0, last);
            namespace.free(server, preferred);
            WorkerLease freed = source.acquire(namespace.request(last).withPreferredId(preferred));
            assertThat(freed.workerId()).isEqualTo(preferred);
            // Far from those that the first one was chosen from.
            WorkerLease fresh = source.acquire(namespace.request(last).withPreferredId(2 * preferred));
            assertThat(fresh.workerId()).isEqualTo(2 * preferred);
            for (WorkerLease lease : List.of(other, freed, fresh)) {
                lease.close();
            }
        }
    }

    /** The one that is missing need not be among those that are read. */
    @Test
    void recordThatIsMissingRaisesTheFloor() {
        namespace.fill(server, IntStream.range(0, LAST));
        EtcdFixture.delete(server, namespace.record(FIRST));
        long now = System.currentTimeMillis();
        try (WorkerIds source = namespace.open(server)) {
            WorkerLease lease = source.acquire(namespace.request(LAST).withPreferredId(LAST));
            assertThat(lease.stampedUntil())
                    .as("stamped until, above max-ahead and the reservation")
                    .isGreaterThanOrEqualTo(now
                            + Namespace.MAX_AHEAD.plus(Namespace.RESERVATION).toMillis());
            lease.close();
        }
    }

    /** Though no record is missing: grants of before may be, where etcd was restored. */
    @Test
    void otherIncarnationOfEtcdRaisesTheFloor() {
        namespace.fill(server, IntStream.range(0, LAST));
        namespace.putHeader(server, 1, -LAST, "1/1");
        long now = System.currentTimeMillis();
        try (WorkerIds source = namespace.open(server)) {
            WorkerLease lease = source.acquire(namespace.request(LAST).withPreferredId(LAST));
            assertThat(lease.stampedUntil())
                    .as("stamped until, above max-ahead and the reservation")
                    .isGreaterThanOrEqualTo(now
                            + Namespace.MAX_AHEAD.plus(Namespace.RESERVATION).toMillis());
            lease.close();
        }
    }

    /** As etcd compacts by itself, each so often. */
    @ParameterizedTest
    @ValueSource(ints = {1, 5})
    void readingStartsAgainWhereItsRevisionIsCompactedBetweenTwoPages(int times) throws IOException {
        namespace.fill(server, IntStream.range(0, SEVERAL_PAGES));
        AtomicInteger readings = new AtomicInteger();
        try (StubEndpoint compacting =
                StubEndpoint.start(exchange -> StubEndpoint.forward(exchange, server.plainUrl(), body -> {
                    if (body.contains("\"more\":true") && readings.getAndIncrement() < times) {
                        compact();
                    }
                    return body;
                }))) {
            EtcdGateway etcd = new EtcdGateway(StubEndpoint.link(compacting.url(), "60s"), null);
            String all = namespace.header().replace("header", "");
            if (times == 1) {
                assertThat(etcd.range(all).entries()).hasSize(SEVERAL_PAGES + 1);
                // Another test may compact its own records of this server meanwhile, and so this revision.
                assertThat(readings).hasValueGreaterThanOrEqualTo(2);
            } else {
                assertThatThrownBy(() -> etcd.range(all))
                        .isInstanceOf(BackendException.class)
                        .hasMessageEndingWith(
                                "required revision has been compacted, 5 times: is it compacted again and" + " again?");
            }
            etcd.close();
        }
    }

    private void compact() {
        EtcdFixture.put(server, "compacted-" + namespace.name(), "");
        long revision = EtcdFixture.ask(server, etcd -> etcd.range("compacted-" + namespace.name()))
                .revision();
        EtcdFixture.delete(server, "compacted-" + namespace.name());
        EtcdFixture.post(server, "/v3/kv/compaction", Map.of("revision", Long.toString(revision), "physical", true));
    }

    /** Nor does a key that is none stand in for it, wherever etcd has it in its order. */
    @ParameterizedTest
    @ValueSource(strings = {"foo", ":", "-1"})
    void keyOfNoIdIsNoRecord(String name) {
        namespace.fill(server, IntStream.range(0, LAST));
        EtcdFixture.delete(server, namespace.record(FIRST));
        EtcdFixture.put(server, namespace.record(FIRST).replaceFirst("0+$", name), "1 - other/1");
        long now = System.currentTimeMillis();
        try (WorkerIds source = namespace.open(server)) {
            WorkerLease lease = source.acquire(namespace.request(LAST).withPreferredId(LAST));
            assertThat(lease.stampedUntil())
                    .as("stamped until, above max-ahead and the reservation")
                    .isGreaterThanOrEqualTo(now
                            + Namespace.MAX_AHEAD.plus(Namespace.RESERVATION).toMillis());
            lease.close();
        }
    }

    /** One that ended a moment ago keeps whoever takes it waiting, others do not. */
    @Test
    void idThatCanBeUsedAtOnceIsTakenBeforeOneThatCannot() {
        namespace.fill(server, IntStream.rangeClosed(0, LAST));
        long later = System.currentTimeMillis() + Namespace.RESERVATION.toMillis() / 2;
        for (int id = 2_000; id < 2_010; id++) {
            namespace.putRecord(server, id, "released", later, 0);
        }
        namespace.free(server, FIRST);
        try (WorkerIds source = namespace.open(server)) {
            // So that those that cannot are looked at first.
            WorkerLease lease = source.acquire(namespace.request(LAST).withPreferredId(2_000));
            assertThat(lease.workerId()).isEqualTo(FIRST);
            lease.close();
        }
    }

    /** As those of another datacenter. */
    @Test
    void idsThatAreNotAskedForAreNotTaken() {
        namespace.fill(server, IntStream.concat(IntStream.rangeClosed(0, LAST), IntStream.range(21_000, 22_000)));
        try (WorkerIds source = namespace.open(server)) {
            assertThatThrownBy(() -> source.acquire(namespace.request(LAST).withPreferredId(2_150)))
                    .isInstanceOf(IdsExhaustedException.class);
        }
    }
}
