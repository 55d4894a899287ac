package io.distid.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.coordination.FencedLocks;
import io.distid.spi.IdConfig;
import io.distid.spi.SegmentStore;
import io.distid.testservers.EtcdServer;
import io.distid.testservers.fault.LossyLink;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import java.net.InetSocketAddress;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Endpoints of two clusters that are given as members of one. */
class EtcdTwoClustersTest {
    private static final String AWAY = "http://127.0.0.1:1";
    private static final InetSocketAddress NOWHERE = new InetSocketAddress("127.0.0.1", 1);
    private static EtcdServer first;
    private static EtcdServer second;

    private final Namespace namespace = Namespace.fresh();

    @BeforeAll
    static void start() {
        first = EtcdFixture.ownCluster();
        second = EtcdFixture.ownCluster();
    }

    @AfterAll
    static void close() {
        if (first != null) {
            first.close();
        }
        if (second != null) {
            second.close();
        }
    }

    @Test
    void openingIsRefusedByAllPortsAndNamesBothEndpointsAndTheirClusters() {
        String endpoints = first.endpoints() + "," + second.endpoints();
        Map<String, String> config = EtcdFixture.config(first, "endpoints", endpoints);
        assertRefused(() -> EtcdFixture.workers(config).close());
        assertRefused(() -> segments(endpoints).close());
        assertRefused(() -> FencedLocks.open("etcd", config).close());
    }

    /** It may be asked at any time once the other one is away. */
    @Test
    void endpointThatWasAwayAtOpeningIsRefusedWhenItIsUsedAndTheOtherOneServesOn() {
        namespace.make(first);
        try (LossyLink one = new LossyLink(address(first));
                LossyLink two = new LossyLink(NOWHERE);
                WorkerIds source = namespace.open(first, "endpoints", url(one) + "," + url(two))) {
            RenewedLease lease = namespace.acquireByHand(source);
            one.retarget(NOWHERE);
            one.cut();
            two.retarget(address(second));
            lease.renew();
            assertThat(lease.failure())
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining(url(one) + " is of cluster " + cluster(first))
                    .hasMessageContaining(url(two) + " of cluster " + cluster(second));
            one.retarget(address(first));
            lease.renew();
            assertThat(lease.failure()).isNull();
            lease.close();
        }
    }

    @Test
    void nothingIsWrittenOrWatchedInAnotherCluster() {
        try (LossyLink one = new LossyLink(address(first));
                LossyLink two = new LossyLink(NOWHERE)) {
            EtcdLink link = StubEndpoint.link(url(one) + "," + url(two), "60s");
            link.askEachEndpoint();
            one.retarget(NOWHERE);
            one.cut();
            two.retarget(address(second));
            String key = namespace.record(0);
            Map<String, Object> write = new Transaction().put(key, "written").body();
            assertThatThrownBy(() -> link.call("/v3/kv/txn", write)).isInstanceOf(ConfigException.class);
            assertThat(EtcdFixture.entry(second, key)).isNull();
            Map<String, Object> watch = Map.of("create_request", Map.of("key", Transaction.encode("none")));
            assertThatThrownBy(() -> link.stream("/v3/watch", watch).close()).isInstanceOf(BackendException.class);
            assertThatThrownBy(() -> link.stream("/v3/watch", watch).close()).isInstanceOf(ConfigException.class);
            link.close();
        }
    }

    /** Two processes with the same endpoints, each of which reaches another one. */
    @Test
    void whatIsMissingIsMadeInNeitherClusterByNodesThatReachOneOfTwo() {
        for (String endpoints : new String[] {first.endpoints() + "," + AWAY, AWAY + "," + second.endpoints()}) {
            try (WorkerIds source = namespace.open(first, "endpoints", endpoints);
                    SegmentStore store = segments(endpoints);
                    FencedLocks locks = locks(endpoints, "other-" + namespace.name())) {
                assertNotMade(() -> source.acquire(namespace.request()));
                assertNotMade(() -> store.claim(namespace.name(), 10));
                assertNotMade(() -> locks.lock("one").tryLock());
            }
        }
        for (EtcdServer server : new EtcdServer[] {first, second}) {
            assertThat(EtcdFixture.entry(server, namespace.header())).isNull();
            assertThat(EtcdFixture.entry(server, "distid/segments/max/" + namespace.name()))
                    .isNull();
        }
    }

    @Test
    void whatIsMissingIsMadeByNodesThatReachTwoOfThree() throws Exception {
        try (LossyLink link = new LossyLink(address(first))) {
            String endpoints = AWAY + "," + first.endpoints() + "," + url(link);
            try (WorkerIds source = namespace.open(first, "endpoints", endpoints);
                    SegmentStore store = segments(endpoints);
                    FencedLocks locks = locks(endpoints, "other-" + namespace.name())) {
                namespace.acquireByHand(source).close();
                assertThat(store.claim(namespace.name(), 10).size()).isEqualTo(10);
                locks.lock("one").lock().unlock();
            }
        }
    }

    /** Such as a list to which the same endpoint was added twice. */
    @Test
    void endpointThatIsListedTwiceCountsOnce() {
        try (WorkerIds source = namespace.open(first, "endpoints", first.endpoints() + "," + first.endpoints())) {
            assertThatCode(() -> namespace.acquireByHand(source).close()).doesNotThrowAnyException();
        }
        Namespace other = Namespace.fresh();
        String endpoints = first.endpoints() + "," + first.endpoints() + "," + AWAY;
        try (WorkerIds source = other.open(first, "endpoints", endpoints)) {
            assertNotMade(() -> source.acquire(other.request()));
        }
    }

    private interface Step {
        void run() throws Exception;
    }

    private static void assertRefused(Step opening) {
        assertThatThrownBy(opening::run)
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("endpoints lists endpoints of two clusters of etcd")
                .hasMessageContaining(first.endpoints())
                .hasMessageContaining("of cluster " + cluster(first))
                .hasMessageContaining(second.endpoints())
                .hasMessageContaining("of cluster " + cluster(second));
    }

    private static void assertNotMade(Step making) {
        assertThatThrownBy(making::run)
                .isInstanceOf(BackendException.class)
                .hasMessageContaining("only 1 of the 2 endpoints");
    }

    private static SegmentStore segments(String endpoints) {
        EtcdSegmentStoreProvider provider = new EtcdSegmentStoreProvider();
        return provider.open(
                IdConfig.of(provider, EtcdFixture.config(first, "endpoints", endpoints, "create", "true")));
    }

    private static FencedLocks locks(String endpoints, String prefix) {
        return FencedLocks.open("etcd", EtcdFixture.config(first, "endpoints", endpoints, "prefix", prefix));
    }

    private static String cluster(EtcdServer server) {
        return EtcdFixture.post(server, "/v3/maintenance/status", Map.of()).cluster();
    }

    private static InetSocketAddress address(EtcdServer server) {
        return new InetSocketAddress(server.host(), server.port());
    }

    private static String url(LossyLink link) {
        return "http://127.0.0.1:" + link.address().getPort();
    }
}
