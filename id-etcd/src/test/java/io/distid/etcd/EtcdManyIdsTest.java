package io.distid.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.testkit.ServerAssumptions;
import io.distid.testservers.EtcdOptions;
import io.distid.testservers.EtcdServer;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A namespace of many ids, and one that is too large for one answer and is read in parts. */
class EtcdManyIdsTest {
    private static final int LAST = 2_199;
    /** More than come in one page. */
    private static final int SEVERAL_PAGES = 4_300;

    private final EtcdServer server = EtcdFixture.server();
    private final Namespace namespace = Namespace.fresh();

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

    /** The one that is missing need not be among those that are read. */
    @Test
    void recordThatIsMissingRaisesTheFloor() {
        namespace.fill(server, IntStream.range(0, LAST));
        EtcdFixture.delete(server, namespace.record(0));
        long now = System.currentTimeMillis();
        // A holder may have been told of a second that had just begun, or was nearly over.
        Duration reserved = Namespace.MAX_AHEAD.plus(Namespace.RESERVATION).plus(Namespace.ROUNDED);
        try (WorkerIds source = namespace.open(server)) {
            WorkerLease lease = source.acquire(namespace.request(LAST).withPreferredId(LAST));
            assertThat(lease.stampedUntil())
                    .as("stamped until, above all that can have been reserved")
                    .isGreaterThanOrEqualTo(now + reserved.toMillis());
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
                                "required revision has been compacted, 5 times: is it compacted again and again?");
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
}
