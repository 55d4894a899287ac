package io.distid.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.testkit.Leases;
import io.distid.testkit.ServerAssumptions;
import io.distid.testservers.EtcdServer;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** An etcd that is behind what others saw of it, asked for worker ids by a process that did not. */
class EtcdWentBackTest {
    private static final String ELSEWHERE = "1/1";

    private final Namespace namespace = Namespace.fresh();

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void idsOfOneThatWasRestoredFromACopyOfItsDataBeginAboveAllThatWasReserved() {
        try (EtcdServer server = ServerAssumptions.orSkip(EtcdServer::start);
                WorkerIds source = namespace.open(server)) {
            makeLongAgo(server);
            source.acquire(namespace.request(1)).close();
            server.copyData();
            WorkerLease givenBackBefore = source.acquire(namespace.request(1));
            RenewedLease neverGranted = (RenewedLease) source.acquire(namespace.request(1));
            server.restoreData();
            requireAbove(server, Math.max(givenBackBefore.reservedUntil(), neverGranted.reservedUntil()));
        }
    }

    @Test
    void idsOfAnotherClusterThatWasMadeOfASnapshotBeginAboveAllThatWasReserved() {
        try (EtcdServer before = EtcdFixture.ownCluster();
                EtcdServer after = ServerAssumptions.orSkip(EtcdServer::start);
                WorkerIds source = namespace.open(before)) {
            makeLongAgo(before);
            source.acquire(namespace.request(1)).close();
            String header = EtcdFixture.present(before, namespace.header()).value();
            int used = EtcdFixture.entry(before, namespace.record(0)) == null ? 1 : 0;
            String record = EtcdFixture.present(before, namespace.record(used)).value();
            long reserved = source.acquire(namespace.request(1)).reservedUntil();
            // As a snapshot has them, with the versions of the keys.
            EtcdFixture.put(after, namespace.record(used), record);
            EtcdFixture.put(after, namespace.made(), "");
            EtcdFixture.put(after, namespace.header(), header);
            requireAbove(after, reserved);
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

    /** Once more, to where it was when he looked: the term is the same as well. Whoever has reserved meanwhile had looked at nothing. */
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void floorIsNotRaisedByAClockFromBeforeEtcdWentBack() {
        try (EtcdServer server = ServerAssumptions.orSkip(EtcdServer::start);
                WorkerIds source = namespace.open(server)) {
            makeLongAgo(server);
            RenewedLease holder = (RenewedLease) source.acquire(namespace.request());
            server.copyData();
            server.restart();
            String term = EtcdFixture.incarnation(server);
            AtomicLong reserved = new AtomicLong();
            Runnable pause = () -> {
                long horizon = Namespace.MAX_AHEAD
                        .plus(Namespace.RESERVATION)
                        .plus(Namespace.ROUNDED.multipliedBy(2))
                        .toMillis();
                Leases.renewAbove(holder, System.currentTimeMillis() + horizon);
                reserved.set(holder.reservedUntil());
                server.restoreData();
                assertThat(EtcdFixture.incarnation(server)).isEqualTo(term);
                // As it is once its reservation is over.
                namespace.free(server, 0);
            };
            try (WorkerIds paused = Namespace.open(beforeAHeader(server, pause))) {
                WorkerLease lease = paused.acquire(namespace.request());
                assertThat(lease.stampedUntil()).isGreaterThanOrEqualTo(reserved.get());
                lease.close();
            }
        }
    }

    /** By a process that ended then. */
    @Test
    void floorThatWasAnnouncedAndNotRaisedIsRaised() {
        EtcdServer server = EtcdFixture.server();
        namespace.putHeader(server, 1, 0, "");
        long before = System.currentTimeMillis();
        try (WorkerIds source = namespace.open(server)) {
            WorkerLease lease = source.acquire(namespace.request());
            assertThat(lease.stampedUntil())
                    .isGreaterThan(before
                            + Namespace.MAX_AHEAD.plus(Namespace.RESERVATION).toMillis());
            lease.close();
        }
        assertThat(namespace.readHeader(server).incarnation()).isEqualTo(EtcdFixture.incarnation(server));
    }

    /** Nor does the floor move where nothing has happened. */
    @Test
    void idsOfOneThatServedOnBeginWhereTheirNamespaceDoes() {
        EtcdServer server = EtcdFixture.server();
        namespace.make(server);
        String header = EtcdFixture.present(server, namespace.header()).value();
        try (WorkerIds source = namespace.open(server)) {
            source.acquire(namespace.request()).close();
        }
        assertThat(EtcdFixture.present(server, namespace.header()).value()).isEqualTo(header);
    }

    /** So that leases begin with the clock, and not with the floor. */
    private void makeLongAgo(EtcdServer server) {
        namespace.putHeader(server, 1, 0);
    }

    private void requireAbove(EtcdServer server, long reserved) {
        try (WorkerIds startedAnew = namespace.open(server)) {
            List<WorkerLease> leases =
                    List.of(startedAnew.acquire(namespace.request(1)), startedAnew.acquire(namespace.request(1)));
            assertThat(leases).extracting(WorkerLease::workerId).containsExactlyInAnyOrder(0, 1);
            assertThat(leases)
                    .allSatisfy(lease -> assertThat(lease.stampedUntil()).isGreaterThanOrEqualTo(reserved));
            leases.forEach(WorkerLease::close);
        }
    }

    /** A process that stands still once before it writes a header. */
    private static Etcd beforeAHeader(EtcdServer server, Runnable pause) {
        AtomicReference<Runnable> once = new AtomicReference<>(pause);
        Etcd etcd = EtcdFixture.connect(server);
        return (Etcd) Proxy.newProxyInstance(
                Etcd.class.getClassLoader(), new Class<?>[] {Etcd.class}, (proxy, method, arguments) -> {
                    try {
                        if (method.getName().equals("commit") && isWrite(arguments[0])) {
                            once.getAndSet(() -> {}).run();
                        }
                        return method.invoke(etcd, arguments);
                    } catch (InvocationTargetException e) {
                        throw Objects.requireNonNull(e.getCause());
                    }
                });
    }

    /** An etcd that answers from elsewhere until it is written to. */
    private static Etcd untilAGrant(EtcdServer server) {
        AtomicBoolean granted = new AtomicBoolean();
        Etcd etcd = EtcdFixture.connect(server);
        return (Etcd) Proxy.newProxyInstance(
                Etcd.class.getClassLoader(), new Class<?>[] {Etcd.class}, (proxy, method, arguments) -> {
                    try {
                        Object answer = method.invoke(etcd, arguments);
                        if (method.getName().equals("commit") && isWrite(arguments[0])) {
                            granted.set(true);
                        }
                        return granted.get() ? answer : elsewhere(answer);
                    } catch (InvocationTargetException e) {
                        throw Objects.requireNonNull(e.getCause());
                    }
                });
    }

    private static Object elsewhere(Object answer) {
        return answer instanceof Etcd.Outcome look
                ? new Etcd.Outcome(
                        look.succeeded(),
                        look.found(),
                        look.counts(),
                        look.inner(),
                        look.revision(),
                        look.serverMillis(),
                        ELSEWHERE)
                : answer;
    }

    private static boolean isWrite(Object transaction) {
        return GatewayJson.write(((Transaction) transaction).body()).contains("request_put");
    }
}
