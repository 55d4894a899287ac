package io.distid.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.testkit.ServerAssumptions;
import io.distid.testservers.EtcdServer;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** An etcd that is behind what others saw of it, asked for worker ids by a process that did not. */
class EtcdWentBackTest {
    private static final String ELSEWHERE = "1/1";

    private final Namespace namespace = Namespace.fresh();

    @Test
    void idsOfAnotherClusterThatWasMadeOfASnapshotBeginAboveAllThatWasReserved() {
        try (EtcdServer before = EtcdFixture.ownCluster();
                EtcdServer after = ServerAssumptions.orSkip(EtcdServer::start);
                WorkerIds source = namespace.open(before)) {
            // So that leases begin with the clock, and not with the floor.
            namespace.putHeader(before, 1, 0);
            source.acquire(namespace.request(1)).close();
            String header = EtcdFixture.present(before, namespace.header()).value();
            int used = EtcdFixture.entry(before, namespace.record(0)) == null ? 1 : 0;
            String record = EtcdFixture.present(before, namespace.record(used)).value();
            long reserved = source.acquire(namespace.request(1)).reservedUntil();
            // As a snapshot has them, with the versions of the keys.
            EtcdFixture.put(after, namespace.record(used), record);
            EtcdFixture.put(after, namespace.made(), "");
            EtcdFixture.put(after, namespace.header(), header);
            try (WorkerIds startedAnew = namespace.open(after)) {
                List<WorkerLease> leases =
                        List.of(startedAnew.acquire(namespace.request(1)), startedAnew.acquire(namespace.request(1)));
                assertThat(leases).extracting(WorkerLease::workerId).containsExactlyInAnyOrder(0, 1);
                assertThat(leases)
                        .allSatisfy(lease -> assertThat(lease.stampedUntil()).isGreaterThanOrEqualTo(reserved));
                leases.forEach(WorkerLease::close);
            }
        }
    }

    /** For whoever has looked at it before, and takes an id after. */
    @Test
    void idIsGivenBackThatWasTakenAfterEtcdHadGoneBackAndIsTakenAboveAllThatWasReserved() {
        EtcdServer server = EtcdFixture.server();
        namespace.putHeader(server, 1, 0, ELSEWHERE);
        long before = System.currentTimeMillis();
        try (WorkerIds source = Namespace.open(untilAGrant(server))) {
            WorkerLease lease = source.acquire(namespace.request());
            assertThat(lease.stampedUntil())
                    .isGreaterThan(before + Namespace.MAX_AHEAD.toMillis() + Namespace.RESERVATION.toMillis());
            lease.close();
        }
        assertThat(namespace.readHeader(server).incarnation()).isEqualTo(EtcdFixture.incarnation(server));
    }

    /** Nobody else was granted the id meanwhile. */
    @Test
    void holderWhoseLeaseHadNotLapsedGoesOnAtOnceAfterARestart() {
        EtcdModel model = new EtcdModel();
        Etcd etcd = new SimulatedEtcd.Direct(model);
        String incarnation = etcd.commit(new Transaction()).incarnation();
        etcd.commit(new Transaction().put(namespace.header(), Namespace.headerText(1, 0, incarnation)));
        try (WorkerIds source = Namespace.open(etcd)) {
            RenewedLease holder = namespace.acquireByHand(source);
            long before = holder.stampedUntil();
            model.elect();
            assertThat(holder.renew()).isTrue();
            assertThat(holder.stampedUntil()).isEqualTo(before);
            holder.close();
        }
    }

    /** An etcd that answers from elsewhere until it is written to. */
    private static Etcd untilAGrant(EtcdServer server) {
        AtomicBoolean granted = new AtomicBoolean();
        return EtcdCall.seen(
                EtcdFixture.connect(server),
                call -> call.send(outcome -> {
                    granted.compareAndSet(false, call.isWrite());
                    return granted.get()
                            ? outcome
                            : EtcdCall.at(outcome.revision(), outcome.serverMillis(), ELSEWHERE, outcome);
                }));
    }
}
