package io.distid.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.testkit.Eventually;
import io.distid.testservers.EtcdServer;
import io.distid.testservers.LossyLink;
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
    /** All of the classic layout's, of which each has two keys. */
    private static final int IDS = 1024;

    private static final int FREE = 10;
    /** With as many, a namespace that is read whole comes in more than two answers. */
    private static final int MANY = 5_000;

    private final EtcdServer server = EtcdFixture.server();
    private final Namespace namespace = Namespace.fresh();

    @Test
    void idTakesThreeWhenNearlyAllAreHeld() {
        namespace.fill(server, IntStream.range(0, IDS - FREE));
        requireThree(namespace.request(IDS - 1), id -> assertThat(id).isGreaterThanOrEqualTo(IDS - FREE));
    }

    @Test
    void idOfManyTakesThree() {
        namespace.fill(server, IntStream.range(0, MANY).map(i -> 2 * i));
        requireThree(namespace.request(2 * MANY - 1), id -> assertThat(id).isOdd());
    }

    private void requireThree(WorkerRequest request, Consumer<Integer> rightId) {
        try (LossyLink link = new LossyLink(address());
                WorkerIds source =
                        EtcdFixture.workers(EtcdFixture.through(link.address(), EtcdFixture.config(server)))) {
            source.acquire(request).close();
            link.delay(SLOW);
            // A connection that has ended meanwhile is opened once more.
            Eventually.await("three round trips").until(() -> {
                long before = link.answers();
                WorkerLease lease = source.acquire(request);
                long taken = link.answers() - before;
                rightId.accept(lease.workerId());
                lease.close();
                return taken == 3;
            });
        }
    }

    private InetSocketAddress address() {
        URI url = URI.create(server.plainUrl());
        return new InetSocketAddress(url.getHost(), url.getPort());
    }
}
