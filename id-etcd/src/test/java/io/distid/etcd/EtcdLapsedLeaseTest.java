package io.distid.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.testkit.Eventually;
import io.distid.testkit.ServerAssumptions;
import io.distid.testservers.EtcdServer;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerRequest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A holder that was paused beyond its lease, whose successor's grant is lost when etcd is put back to a copy of its data: its own record stands there as it was. */
class EtcdLapsedLeaseTest {
    private final Namespace namespace = Namespace.fresh();

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisabledOnOs(OS.WINDOWS)
    void leaseThatHadLapsedGoesOnAboveAllThatItsForgottenSuccessorMayHaveStamped(boolean asBatch) {
        try (EtcdServer server = ServerAssumptions.orSkip(EtcdServer::start);
                WorkerIds source = namespace.open(server);
                WorkerIds others = namespace.open(server)) {
            namespace.putHeader(server, 1, 0);
            RenewedLease paused = (RenewedLease) source.acquire(request());
            server.copyData();
            awaitFree(server, paused);
            RenewedLease successor = (RenewedLease) others.acquire(request());
            assertThat(successor.stampedUntil()).isGreaterThanOrEqualTo(paused.reservedUntil());
            server.restoreData();

            Eventually.await("a renewal").until(asBatch ? paused::renewAsBatch : paused::renew);
            assertThat(paused.health().lost()).isFalse();
            assertThat(paused.stampedUntil()).isGreaterThanOrEqualTo(successor.reservedUntil());
        }
    }

    /** As long as etcd did not go back, nobody else was granted it. */
    @Test
    void leaseThatHadLapsedGoesOnAtOnceWhereEtcdServedOn() {
        EtcdServer server = EtcdFixture.server();
        namespace.putHeader(server, 1, 0);
        try (WorkerIds source = namespace.open(server)) {
            RenewedLease paused = (RenewedLease) source.acquire(request());
            long before = paused.stampedUntil();
            awaitFree(server, paused);
            Eventually.await("a renewal").until(paused::renew);
            assertThat(paused.stampedUntil()).isEqualTo(before);
        }
    }

    /** And one that had not goes on at once in any case. */
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void leaseThatHadNotLapsedGoesOnAtOnceWhereEtcdWasRestarted() {
        try (EtcdServer server = ServerAssumptions.orSkip(EtcdServer::start);
                WorkerIds source = namespace.open(server)) {
            namespace.putHeader(server, 1, 0);
            RenewedLease holder = (RenewedLease) source.acquire(namespace.request());
            long before = holder.stampedUntil();
            server.restart();
            Eventually.await("a renewal").until(holder::renew);
            assertThat(holder.stampedUntil()).isEqualTo(before);
        }
    }

    private void awaitFree(EtcdServer server, RenewedLease lease) {
        Eventually.await("the end of the lease")
                .until(() -> System.currentTimeMillis()
                        > Math.max(
                                lease.reservedUntil(),
                                namespace.readRecord(server, 0).freeFrom() + Namespace.ROUNDED.toMillis()));
    }

    /** The only id there is. */
    private WorkerRequest request() {
        return new WorkerRequest(
                        namespace.name(),
                        0,
                        OptionalInt.empty(),
                        Duration.ofSeconds(1),
                        "layout",
                        "node",
                        InstantSource.system())
                .withRenewer(lease -> {});
    }
}
