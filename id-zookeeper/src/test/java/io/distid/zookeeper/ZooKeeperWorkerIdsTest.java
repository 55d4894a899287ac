package io.distid.zookeeper;

import static io.distid.zookeeper.ZooKeeperFixture.ask;
import static io.distid.zookeeper.ZooKeeperFixture.open;
import static io.distid.zookeeper.ZooKeeperFixture.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.spi.IdConfig;
import io.distid.testkit.Leases;
import io.distid.testkit.ServerAssumptions;
import io.distid.testservers.ZooKeeperServer;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.zookeeper.data.Stat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ZooKeeperWorkerIdsTest {
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final Duration SHORT = Duration.ofMillis(300);
    private static final long MAX_AHEAD = 1_000;

    private final ZooKeeperServer server = ServerAssumptions.orSkip(ZooKeeperServer::shared);
    private final String path = ZooKeeperFixture.freshPath();

    private byte[] read(String node) throws Exception {
        return ask(server, client -> client.getData().forPath(node));
    }

    private void write(String node, byte[] data) throws Exception {
        ask(server, client -> client.setData().forPath(node, data));
    }

    private String node(int id) {
        return path + "/orders/" + id;
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
    void nodeThatWasRemovedAndRestoredIsNoticedByTheNextStart() throws Exception {
        try (WorkerIds ids = open(server, path)) {
            RenewedLease lease = Leases.byHand(ids, request(0, LONG));
            byte[] old = read(node(0));
            ask(server, client -> client.delete().forPath(node(0)));
            ask(server, client -> client.create().forPath(node(0), old));
            long lost = System.currentTimeMillis();
            lease.close();
            WorkerLease next = ids.acquire(request(0, LONG));
            assertThat(next.stampedUntil()).isGreaterThanOrEqualTo(lost + LONG.toMillis());
            next.close();
        }
    }

    /** Somebody wrote a header by hand: as many as there are versions of it were not made by distid. */
    @Test
    void floorIsMovedAboveAllThatCanBeReservedWhereTheHeaderWasWrittenByHand() throws Exception {
        ZooKeeperFixture.put(server, path, 0, System.currentTimeMillis() - 5_000, 0, "other");
        ZooKeeperFixture.moveFloorBack(server, path);
        write(path + "/orders", read(path + "/orders"));
        long before = System.currentTimeMillis();
        try (WorkerIds ids = open(server, path)) {
            WorkerLease lease = Leases.byHand(ids, request(0, LONG));
            assertThat(lease.stampedUntil()).isGreaterThanOrEqualTo(before + MAX_AHEAD + LONG.toMillis());
            lease.close();
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
            write(node(0), "garbage".getBytes(StandardCharsets.UTF_8));
            assertThatThrownBy(() -> ids.acquire(request(0, LONG)))
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining("garbage")
                    .hasMessageContaining(node(0));
        }
    }

    /** By hand, or by an earlier version, which wrote the layout alone. */
    @ParameterizedTest
    @ValueSource(strings = {"", "time41 datacenter5 worker5 sequence12, tick 1 ms, epoch 1704067200000"})
    void namespaceThatHoldsNoHeaderIsRefused(String text) throws Exception {
        byte[] data = text.getBytes(StandardCharsets.UTF_8);
        ask(server, client -> client.create().creatingParentsIfNeeded().forPath(path + "/orders", data));
        try (WorkerIds ids = open(server, path)) {
            assertThatThrownBy(() -> ids.acquire(request(0, LONG)))
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining("node " + path + "/orders of ZooKeeper")
                    .hasMessageContaining("does not hold a header of a namespace: \"" + text + "\"")
                    .hasMessageContaining("another version of distid");
        }
    }
}
