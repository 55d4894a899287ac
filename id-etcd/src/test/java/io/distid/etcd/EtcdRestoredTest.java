package io.distid.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.StoreRegressedException;
import io.distid.coordination.FencedLocks;
import io.distid.spi.IdConfig;
import io.distid.spi.SegmentStore;
import io.distid.testservers.EtcdServer;
import io.distid.testservers.fault.LossyLink;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import java.net.InetSocketAddress;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** An etcd that is behind what was seen: here another one at the same address, which has the same keys. */
class EtcdRestoredTest {
    @Test
    void livingHolderStopsAtItsNextRenewalThoughItsRecordIsThere() {
        Namespace namespace = Namespace.fresh();
        try (EtcdServer before = EtcdFixture.ownCluster();
                EtcdServer after = EtcdFixture.ownCluster();
                LossyLink link = new LossyLink(address(before))) {
            try (WorkerIds source = namespace.open(before, "endpoints", url(link))) {
                RenewedLease lease = namespace.acquireByHand(source);
                EtcdFixture.put(
                        after,
                        namespace.record(0),
                        EtcdFixture.present(before, namespace.record(0)).value());
                link.retarget(address(after));
                link.cut();
                lease.renew();
                assertThat(lease.failure())
                        .isInstanceOf(StoreRegressedException.class)
                        .hasMessageContaining("was it restored from a snapshot");
                assertThatThrownBy(() -> source.acquire(namespace.request()))
                        .isInstanceOf(StoreRegressedException.class);
            }
        }
    }

    @Test
    void segmentStoreClaimsNoTagThatItHadNotSeen() {
        EtcdSegmentStoreProvider provider = new EtcdSegmentStoreProvider();
        try (EtcdServer before = EtcdFixture.ownCluster();
                EtcdServer after = EtcdFixture.ownCluster();
                LossyLink link = new LossyLink(address(before))) {
            Map<String, String> config = EtcdFixture.config(before, "endpoints", url(link), "create", "true");
            try (SegmentStore store = provider.open(IdConfig.of(provider, config))) {
                store.claim("one", 10);
                EtcdFixture.put(after, "distid/segments/max/two", "5");
                link.retarget(address(after));
                link.cut();
                assertThatThrownBy(() -> store.claim("two", 10)).isInstanceOf(StoreRegressedException.class);
            }
        }
    }

    @Test
    void locksAreNotTakenInAnotherClusterAtTheSameAddress() throws Exception {
        try (EtcdServer before = EtcdFixture.ownCluster();
                EtcdServer after = EtcdFixture.ownCluster();
                LossyLink link = new LossyLink(address(before));
                FencedLocks locks = FencedLocks.open("etcd", EtcdFixture.config(before, "endpoints", url(link)))) {
            locks.lock("one").lock().unlock();
            link.retarget(address(after));
            link.cut();
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> locks.lock("two").tryLock())
                        .isInstanceOf(StoreRegressedException.class)
                        .hasMessageContaining("before: was it restored from a snapshot");
            }
            assertThat(EtcdFixture.entry(after, "distid/lock/record/two")).isNull();
        }
    }

    private static InetSocketAddress address(EtcdServer server) {
        return new InetSocketAddress(server.host(), server.port());
    }

    private static String url(LossyLink link) {
        return "http://127.0.0.1:" + link.address().getPort();
    }
}
