package io.distid.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.testservers.EtcdServer;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** A release that comes while the request of a renewal is on its way. */
class EtcdOvertakenRenewalTest {
    @Test
    void renewalThatIsOvertakenByTheReleaseDoesNotTakeTheIdOnceMore() throws Exception {
        EtcdServer server = EtcdFixture.server();
        Namespace namespace = Namespace.fresh();
        AtomicReference<RenewedLease> ending = new AtomicReference<>();
        StubEndpoint.Answer releasing = exchange -> {
            RenewedLease lease =
                    exchange.getRequestURI().getPath().equals(EtcdLink.TRANSACTION) ? ending.getAndSet(null) : null;
            if (lease != null) {
                lease.release(lease.stampedUntil());
            }
            StubEndpoint.forward(exchange, server.plainUrl());
        };
        try (StubEndpoint between = StubEndpoint.start(releasing);
                WorkerIds source = namespace.open(server, "endpoints", between.url());
                WorkerIds other = namespace.open(server)) {
            RenewedLease lease = namespace.acquireByHand(source);
            ending.set(lease);

            lease.renew();

            assertThat(ending.get()).as("released while it was renewed").isNull();
            assertThat(namespace.readRecord(server, 0).freeFrom())
                    .as("from when the id may be taken")
                    .isZero();
            namespace.acquireByHand(other).close();
        }
    }
}
