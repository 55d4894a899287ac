package io.distid.zookeeper;

import static io.distid.zookeeper.ZooKeeperFixture.ask;
import static io.distid.zookeeper.ZooKeeperFixture.open;
import static io.distid.zookeeper.ZooKeeperFixture.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.IdsExhaustedException;
import io.distid.LeaseLostException;
import io.distid.StoreRegressedException;
import io.distid.spi.IdConfig;
import io.distid.spi.RecordStore.LeaseRecord;
import io.distid.testkit.Leases;
import io.distid.testkit.ManualClock;
import io.distid.testkit.ServerAssumptions;
import io.distid.testkit.contract.LeaseCrowd;
import io.distid.testservers.ZooKeeperServer;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.zookeeper.data.Stat;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ZooKeeperWorkerIdsTest {
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final Duration SHORT = Duration.ofMillis(300);

    private final ZooKeeperServer server = ServerAssumptions.orSkip(ZooKeeperServer::shared);
    private final String path = ZooKeeperFixture.freshPath();

    private byte[] raw(int id) throws Exception {
        return ask(server, client -> client.getData().forPath(node(id)));
    }

    private void putRaw(int id, byte[] data) throws Exception {
        ask(server, client -> client.setData().forPath(node(id), data));
    }

    private LeaseRecord record(int id) {
        return ZooKeeperFixture.record(server, path, id);
    }

    private void put(int id, long bound, long freeFrom, String holder) {
        ZooKeeperFixture.put(server, path, id, bound, freeFrom, holder);
    }

    private String node(int id) {
        return path + "/orders/" + id;
    }

    @Test
    @Tag("slow")
    void manyLeasesAreRenewedByFewThreads() {
        try (WorkerIds ids = open(server, path)) {
            LeaseCrowd.requireFewThreads(ids, request(1023, Duration.ofSeconds(30)), 300);
        }
    }

    @Test
    void pathAndNamespaceAreMadeOnRequestOnly() throws Exception {
        assertThatThrownBy(() -> open(server, path, "create", "false"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(path);
        ask(server, client -> client.create().forPath(path));
        try (WorkerIds ids = open(server, path, "create", "false")) {
            assertThatThrownBy(() -> ids.acquire(request(7, LONG)))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining(path + "/orders")
                    .hasMessageContaining("create=true");
        }
        try (WorkerIds ids = open(server, path)) {
            ids.acquire(request(7, LONG)).close();
        }
        try (WorkerIds ids = open(server, path, "create", "false")) {
            ids.acquire(request(7, LONG)).close();
        }
    }

    @Test
    void connectStringWithAChrootThatIsMissingIsSaid() {
        assertThatThrownBy(() ->
                        open(server, path, "connect", server.connectString() + "/no/such/chroot", "create", "false"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("/no/such/chroot")
                .hasMessageContaining(path);
    }

    @ParameterizedTest
    @ValueSource(strings = {".", ".."})
    void namesThatAreNoElementOfAPathAreRefused(String name) {
        try (WorkerIds ids = open(server, path)) {
            assertThatThrownBy(() -> ids.acquire(request(0, SHORT).withNamespace(name)))
                    .isInstanceOf(ConfigException.class)
                    .hasMessage(
                            "namespace is \"" + name
                                    + "\": must be neither \".\" nor \"..\", which cannot be an element of a path on ZooKeeper");
        }
        for (String parent : List.of("/" + name, path + "/" + name, "/" + name + path)) {
            assertThatThrownBy(() -> open(server, parent))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("\"path\" is \"" + parent + "\"");
            assertThatThrownBy(() -> IdConfig.of(new ZooKeeperLockStoreProvider(), Map.of("path", parent)))
                    .isInstanceOf(ConfigException.class);
            assertThatThrownBy(() -> open(server.connectString() + parent, path))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("\"connect\"");
        }
    }

    @Test
    void namesWithDotsAreTaken() {
        String dotted = path + "/.hidden/a.b/..c";
        try (WorkerIds ids = open(server, dotted)) {
            ids.acquire(request(0, SHORT).withNamespace("...")).close();
        }
    }

    @Test
    void expiryGoesByTheServersClockAndTheHoldersOwnReservation() {
        ManualClock slow = new ManualClock(Instant.now().minus(Duration.ofHours(5)));
        WorkerIds crashed = open(server, path);
        long before = System.currentTimeMillis();
        WorkerLease lease = crashed.acquire(request(0, LONG, slow));
        crashed.close();
        assertThat(lease.reservedUntil()).isGreaterThan(slow.millis() + LONG.toMillis());
        assertThat(record(0).bound()).isEqualTo(lease.reservedUntil());
        assertThat(record(0).freeFrom())
                .isBetween(before + LONG.toMillis(), System.currentTimeMillis() + LONG.toMillis());
        try (WorkerIds ids = open(server, path)) {
            assertThatThrownBy(() -> ids.acquire(request(0, SHORT)))
                    .as("by a node with a shorter reservation")
                    .isInstanceOf(IdsExhaustedException.class);
        }
    }

    @Test
    void idWhoseBoundIsPassedWinsOverOneThatHasToBeWaitedFor() {
        long now = System.currentTimeMillis();
        put(0, now + 600_000, 0, "other");
        put(1, now + 300_000, 0, "other");
        put(2, now - 1_000, 0, "other");
        ZooKeeperFixture.moveFloorBack(server, path);
        try (WorkerIds ids = open(server, path)) {
            WorkerLease free = ids.acquire(request(2, LONG));
            assertThat(free.workerId()).isEqualTo(2);
            WorkerLease soonest = ids.acquire(request(2, LONG));
            assertThat(soonest.workerId()).isEqualTo(1);
            assertThat(soonest.stampedUntil()).isEqualTo(now + 300_000);
            free.close();
            soonest.close();
        }
    }

    @Test
    void clockThatRunsAwayWhileTheLeaseIsHeldStopsTheBound() {
        ManualClock clock = new ManualClock(Instant.now());
        try (WorkerIds ids = open(server, path, "max-ahead", "1min")) {
            RenewedLease lease = Leases.byHand(ids, request(0, SHORT, clock));
            clock.advance(Duration.ofHours(1));
            assertThat(lease.renew()).isFalse();
            assertThat(lease.failure())
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining("set the clock that is wrong");
            assertThat(lease.health().lost()).isFalse();
            assertThat(record(0).bound()).isLessThan(System.currentTimeMillis() + 90_000);
            lease.close();
        }
    }

    @Test
    void boundThatWentBackEndsTheLeaseAndIsRaisedForTheNext() throws Exception {
        try (WorkerIds ids = open(server, path)) {
            RenewedLease lease = Leases.byHand(ids, request(0, SHORT));
            AtomicInteger losses = new AtomicInteger();
            lease.onLoss(losses::incrementAndGet);
            byte[] old = raw(0);
            long first = lease.reservedUntil();
            Leases.renewAbove(lease, first);
            long confirmed = lease.reservedUntil();
            putRaw(0, old);
            assertThat(lease.renew()).isFalse();
            assertThat(losses).hasValue(1);
            assertThat(lease.failure())
                    .isInstanceOf(StoreRegressedException.class)
                    .hasMessageContaining("was confirmed before");
            // The renewal raised and freed the record before it failed.
            WorkerLease next = ids.acquire(request(0, SHORT));
            assertThat(next.stampedUntil()).isGreaterThanOrEqualTo(confirmed);
            next.close();
        }
    }

    @Test
    void nodeThatWasRemovedEndsTheLease() throws Exception {
        try (WorkerIds ids = open(server, path)) {
            RenewedLease lease = Leases.byHand(ids, request(0, SHORT));
            AtomicInteger losses = new AtomicInteger();
            lease.onLoss(losses::incrementAndGet);
            ask(server, client -> client.delete().forPath(node(0)));
            assertThat(lease.renew()).isFalse();
            assertThat(losses).hasValue(1);
            assertThat(lease.failure())
                    .isInstanceOf(StoreRegressedException.class)
                    .hasMessageContaining("holds nothing");
            WorkerLease next = ids.acquire(request(0, SHORT));
            assertThat(next.stampedUntil()).isGreaterThanOrEqualTo(lease.reservedUntil());
            next.close();
        }
    }

    @Test
    void nodeThatWasRemovedAndRestoredIsNoticedByTheNextStart() throws Exception {
        try (WorkerIds ids = open(server, path)) {
            RenewedLease lease = Leases.byHand(ids, request(0, LONG));
            byte[] old = raw(0);
            ask(server, client -> client.delete().forPath(node(0)));
            ask(server, client -> client.create().forPath(node(0), old));
            long lost = System.currentTimeMillis();
            lease.close();
            WorkerLease next = ids.acquire(request(0, LONG));
            assertThat(next.stampedUntil()).isGreaterThanOrEqualTo(lost + LONG.toMillis());
            next.close();
        }
    }

    @Test
    void holderWhoseRecordWasTakenLearnsWhoTookIt() throws Exception {
        try (WorkerIds ids = open(server, path)) {
            RenewedLease lease = Leases.byHand(ids, request(0, SHORT));
            put(0, lease.reservedUntil() + 60_000, Long.MAX_VALUE / 1_000, "orders-7/99");
            assertThat(lease.renew()).isFalse();
            assertThat(lease.health().lost()).isTrue();
            assertThat(lease.failure()).isInstanceOf(LeaseLostException.class).hasMessageContaining("orders-7/99");
            byte[] before = raw(0);
            lease.close();
            assertThat(raw(0)).isEqualTo(before);
        }
    }

    @Test
    void renewalIsOneWrite() throws Exception {
        try (WorkerIds ids = open(server, path)) {
            RenewedLease lease = Leases.byHand(ids, request(0, LONG));
            Leases.renewAbove(lease, lease.stampedUntil());
            int asked = ask(server, client -> client.checkExists().forPath(path + "/:clock"))
                    .getVersion();
            Stat before = ask(server, client -> client.checkExists().forPath(node(0)));
            assertThat(lease.renew()).isTrue();
            assertThat(lease.renew()).isTrue();
            Stat after = ask(server, client -> client.checkExists().forPath(node(0)));
            assertThat(after.getVersion() - before.getVersion()).isEqualTo(2);
            assertThat(ask(server, client -> client.checkExists().forPath(path + "/:clock"))
                            .getVersion())
                    .as("writes that only ask for the time")
                    .isEqualTo(asked);
            lease.close();
        }
    }

    @Test
    void nodeThatHoldsNoRecordIsSaid() throws Exception {
        try (WorkerIds ids = open(server, path)) {
            ids.acquire(request(0, LONG)).close();
            putRaw(0, "garbage".getBytes(StandardCharsets.UTF_8));
            assertThatThrownBy(() -> ids.acquire(request(0, LONG)))
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining("garbage")
                    .hasMessageContaining(node(0));
        }
    }

    /** Its node holds the layout alone, as it was before the header. */
    @Test
    void namespaceOfAnEarlierVersionIsRefused() throws Exception {
        String layout = "time41 datacenter5 worker5 sequence12, tick 1 ms, epoch 1704067200000";
        ask(server, client -> client.create().creatingParentsIfNeeded().forPath(path + "/orders", layout.getBytes()));
        ask(server, client -> client.create().forPath(path + "/orders/clock", new byte[0]));
        try (WorkerIds ids = open(server, path)) {
            assertThatThrownBy(() -> ids.acquire(request(0, LONG)))
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining("node " + path + "/orders of ZooKeeper")
                    .hasMessageContaining("does not hold a header of a namespace: \"" + layout)
                    .hasMessageContaining("another version of distid");
        }
    }
}
