package io.distid.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.BackendException;
import io.distid.coordination.FencedLocks;
import io.distid.coordination.LockGrant;
import io.distid.spi.IdConfig;
import io.distid.spi.Segment;
import io.distid.spi.SegmentStore;
import io.distid.testkit.Eventually;
import io.distid.testkit.Leases;
import io.distid.testkit.ServerAssumptions;
import io.distid.testservers.EtcdCluster;
import io.distid.testservers.EtcdServer;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Three members, of which the leader is killed. */
class EtcdClusterTest {
    private static final Duration LEASE = Duration.ofMinutes(5);
    private static EtcdCluster cluster;

    @BeforeAll
    static void start() {
        cluster = ServerAssumptions.orSkip(EtcdCluster::start);
    }

    @AfterAll
    static void close() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @Test
    void leasesSegmentsAndLocksGoOnWhenTheLeaderIsKilled() throws Exception {
        Namespace namespace = Namespace.fresh();
        EtcdSegmentStoreProvider segments = new EtcdSegmentStoreProvider();
        Map<String, String> segmentConfig = new HashMap<>(config());
        segmentConfig.put("create", "true");
        try (WorkerIds source = namespace.open(cluster.members().get(0), "endpoints", cluster.endpoints());
                SegmentStore store = segments.open(IdConfig.of(segments, segmentConfig));
                FencedLocks locks = FencedLocks.open("etcd", config());
                FencedLocks others = FencedLocks.open("etcd", config())) {
            String name = "cluster-" + UUID.randomUUID();
            RenewedLease lease = await("a worker id").until(() -> namespace.acquireByHand(source), acquired -> true);
            Segment before = await("a segment").until(() -> store.claim(name, 10), claimed -> true);
            LockGrant grant = await("a lock").until(() -> locks.lock(name).lock(LEASE), granted -> true);

            long bound = lease.reservedUntil();
            EtcdServer leader = cluster.failOver();

            Leases.renewAbove(lease, bound);
            Segment after = await("a segment of the new leader").until(() -> store.claim(name, 10), claimed -> true);
            assertThat(after.start()).isGreaterThanOrEqualTo(before.end());
            await("the lock is still held")
                    .until(() -> others.lock(name).tryLock().isEmpty());
            await("an extension by the new leader").until(() -> {
                grant.extend(LEASE);
                return grant.isHeld();
            });
            try {
                grant.unlock();
            } catch (BackendException e) {
                // An election was under way: it is freed in the background once that is over.
            }
            LockGrant next = await("a grant by the new leader")
                    .until(() -> others.lock(name).lock(LEASE), granted -> true);
            assertThat(next.fence()).isGreaterThan(grant.fence());

            leader.restart();
            release(lease, namespace);
            WorkerLease again =
                    await("the id once more").until(() -> source.acquire(namespace.request()), acquired -> true);
            assertThat(again.stampedUntil()).isGreaterThanOrEqualTo(bound);
            again.close();
        }
    }

    /** A release is not repeated: where an election was under way, the record is freed by hand. */
    private static void release(RenewedLease lease, Namespace namespace) {
        try {
            lease.close();
        } catch (BackendException e) {
            await("the end of its lease").until(() -> {
                namespace.free(cluster.members().get(0), 0);
                return true;
            });
        }
    }

    private static ConditionFactory await(String what) {
        return Eventually.await(what).ignoreExceptionsInstanceOf(BackendException.class);
    }

    private static Map<String, String> config() {
        return EtcdFixture.config(cluster.members().get(0), "endpoints", cluster.endpoints());
    }
}
