package io.distid.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.BackendException;
import io.distid.coordination.FencedLocks;
import io.distid.coordination.LockGrant;
import io.distid.spi.IdConfig;
import io.distid.spi.Segment;
import io.distid.spi.SegmentStore;
import io.distid.testkit.Leases;
import io.distid.testkit.Patience;
import io.distid.testkit.ServerAssumptions;
import io.distid.testservers.EtcdServer;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Three members, of which the leader is killed. */
class EtcdClusterTest {
    private static final Duration LEASE = Duration.ofMinutes(5);
    private static List<EtcdServer> members = List.of();

    @BeforeAll
    static void start() {
        members = ServerAssumptions.orSkip(() -> EtcdServer.startCluster(3));
    }

    @AfterAll
    static void close() {
        members.forEach(EtcdServer::close);
    }

    @Test
    void leasesSegmentsAndLocksGoOnWhenTheLeaderIsKilled() throws Exception {
        Namespace namespace = Namespace.fresh();
        EtcdSegmentStoreProvider segments = new EtcdSegmentStoreProvider();
        Map<String, String> segmentConfig = new HashMap<>(config());
        segmentConfig.put("create", "true");
        try (WorkerIds source = namespace.open(members.get(0), "endpoints", endpoints());
                SegmentStore store = segments.open(IdConfig.of(segments, segmentConfig));
                FencedLocks locks = FencedLocks.open("etcd", config());
                FencedLocks others = FencedLocks.open("etcd", config())) {
            String name = "cluster-" + UUID.randomUUID();
            RenewedLease lease = await("a worker id").until(() -> namespace.acquireByHand(source), acquired -> true);
            Segment before = await("a segment").until(() -> store.claim(name, 10), claimed -> true);
            LockGrant grant = await("a lock").until(() -> locks.lock(name).lock(LEASE), granted -> true);

            EtcdServer leader = Patience.await("a leader")
                    .until(EtcdClusterTest::leader, Optional::isPresent)
                    .orElseThrow();
            long bound = lease.reservedUntil();
            leader.kill();

            Leases.renewAbove(lease, bound);
            Segment after = await("a segment of the new leader").until(() -> store.claim(name, 10), claimed -> true);
            assertThat(after.start()).isGreaterThanOrEqualTo(before.end());
            await("the lock is still held")
                    .until(() -> others.lock(name).tryLock().isEmpty());
            await("an extension by the new leader").until(() -> {
                grant.extend(LEASE);
                return grant.isHeld();
            });
            grant.unlock();
            LockGrant next = await("a grant by the new leader")
                    .until(() -> others.lock(name).lock(LEASE), granted -> true);
            assertThat(next.fence()).isGreaterThan(grant.fence());

            leader.restart();
            lease.close();
            WorkerLease again =
                    await("the id once more").until(() -> source.acquire(namespace.request()), acquired -> true);
            assertThat(again.stampedUntil()).isGreaterThanOrEqualTo(bound);
            again.close();
        }
    }

    private static ConditionFactory await(String what) {
        return Patience.await(what).ignoreExceptionsInstanceOf(BackendException.class);
    }

    private static Map<String, String> config() {
        return EtcdFixture.config(members.get(0), "endpoints", endpoints());
    }

    private static String endpoints() {
        return members.stream().map(EtcdServer::endpoints).collect(Collectors.joining(","));
    }

    /** None while one is elected. */
    private static Optional<EtcdServer> leader() {
        return members.stream()
                .filter(member -> {
                    EtcdAnswer status = EtcdFixture.post(member, "/v3/maintenance/status", Map.of());
                    Map<?, ?> header = (Map<?, ?>) status.body().get("header");
                    return header.get("member_id").equals(status.body().get("leader"));
                })
                .findFirst();
    }
}
