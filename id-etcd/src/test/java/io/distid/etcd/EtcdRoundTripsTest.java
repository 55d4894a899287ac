package io.distid.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.testkit.Eventually;
import io.distid.testservers.EtcdServer;
import io.distid.testservers.fault.LossyLink;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How often one who acquires waits for the server, over a link so slow that what is sent together is answered together. */
class EtcdRoundTripsTest {
    private static final Duration SLOW = Duration.ofMillis(20);
    /** All of the classic layout's. */
    private static final int IDS = 1024;

    private static final int FREE = 10;
    private static final int MANY = 5_000;

    private final EtcdServer server = EtcdFixture.server();
    private final Namespace namespace = Namespace.fresh();

    /** The first look is at 64 ids, the second at 256, and the third at the others. */
    @Test
    void idTakesFourWhenNearlyAllAreHeld() {
        namespace.fill(server, IntStream.range(0, IDS - FREE));
        require(
                4,
                namespace.request(IDS - 1).withPreferredId(0),
                id -> assertThat(id).isGreaterThanOrEqualTo(IDS - FREE));
    }

    @Test
    void idOfManyTakesTwo() {
        namespace.fill(server, IntStream.range(0, MANY).map(i -> 2 * i));
        require(2, namespace.request(2 * MANY - 1), id -> assertThat(id).isOdd());
    }

    @Test
    void renewalTakesOne() {
        try (LossyLink link = new LossyLink(address());
                WorkerIds source = EtcdFixture.workers(
                        EtcdFixture.through(link.address(), EtcdFixture.config(server, "create", "true")))) {
            RenewedLease lease = namespace.acquireByHand(source);
            long before = link.answers();
            assertThat(lease.renew()).isTrue();
            assertThat(link.answers() - before).isEqualTo(1);
            lease.close();
        }
    }

    private void require(long trips, WorkerRequest request, Consumer<Integer> rightId) {
        try (LossyLink link = new LossyLink(address());
                WorkerIds source =
                        EtcdFixture.workers(EtcdFixture.through(link.address(), EtcdFixture.config(server)))) {
            source.acquire(request).close();
            link.delay(SLOW);
            // A connection that has ended meanwhile is opened once more.
            Eventually.await(trips + " round trips").until(() -> {
                long before = link.answers();
                WorkerLease lease = source.acquire(request);
                long taken = link.answers() - before;
                rightId.accept(lease.workerId());
                lease.close();
                return taken == trips;
            });
        }
    }

    private InetSocketAddress address() {
        URI url = URI.create(server.plainUrl());
        return new InetSocketAddress(url.getHost(), url.getPort());
    }
}
