package io.distid.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.testkit.Patience;
import io.distid.testservers.EtcdServer;
import io.distid.testservers.LossyLink;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** How often one who acquires waits for the server, over a link so slow that what is sent together is answered together. */
class EtcdRoundTripsTest {
    private static final Duration SLOW = Duration.ofMillis(20);
    /** All of the classic layout's, of which each has two keys. */
    private static final int IDS = 1024;

    private static final int FREE = 10;
    /** A transaction takes 128 operations. */
    private static final int AT_ONCE = 60;

    private final EtcdServer server = EtcdFixture.server();
    private final Namespace namespace = Namespace.fresh();

    @Test
    void idTakesThreeWhenNearlyAllAreHeld() {
        fill(IDS - FREE);
        try (LossyLink link = new LossyLink(address());
                WorkerIds source =
                        EtcdFixture.workers(EtcdFixture.through(link.address(), EtcdFixture.config(server)))) {
            source.acquire(request()).close();
            link.delay(SLOW);
            // A connection that has ended meanwhile is opened once more.
            Patience.await("three round trips").until(() -> {
                long before = link.answers();
                WorkerLease lease = source.acquire(request());
                long taken = link.answers() - before;
                assertThat(lease.workerId()).isGreaterThanOrEqualTo(IDS - FREE);
                lease.close();
                return taken == 3;
            });
        }
    }

    private InetSocketAddress address() {
        URI url = URI.create(server.plainUrl());
        return new InetSocketAddress(url.getHost(), url.getPort());
    }

    private WorkerRequest request() {
        return new WorkerRequest(
                        namespace.name(),
                        IDS - 1,
                        OptionalInt.empty(),
                        Namespace.RESERVATION,
                        "layout",
                        "test/1",
                        InstantSource.system())
                .withRenewer(lease -> {});
    }

    /** Records and holders' keys as their holders would have written them. */
    private void fill(int held) {
        EtcdFixture.put(server, namespace.header(), "1 1 " + held + " layout");
        String bound = Long.toString(System.currentTimeMillis());
        for (int from = 0; from < held; from += AT_ONCE) {
            Transaction transaction = new Transaction();
            for (int id = from; id < Math.min(held, from + AT_ONCE); id++) {
                transaction.put(namespace.record(id), bound + " 0123456789abcdef other/" + id);
                transaction.put(namespace.held(id), "0123456789abcdef");
            }
            EtcdFixture.ask(server, etcd -> etcd.commit(transaction));
        }
    }
}
