package io.distid.zookeeper;

import static io.distid.zookeeper.ZooKeeperFixture.open;
import static io.distid.zookeeper.ZooKeeperFixture.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.distid.testkit.ServerAssumptions;
import io.distid.testservers.LossyLink;
import io.distid.testservers.ZooKeeperServer;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How often one who acquires waits for the server, over a link so slow that what is sent together is answered together. */
class ZooKeeperRoundTripsTest {
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final Duration SLOW = Duration.ofMillis(20);
    private static final int IDS = 5;

    private final ZooKeeperServer server = ServerAssumptions.orSkip(ZooKeeperServer::shared);
    private final String path = ZooKeeperFixture.freshPath();

    @Test
    void idThatNobodyEverHadTakesThree() {
        try (LossyLink link = new LossyLink(new InetSocketAddress(server.host(), server.port()));
                WorkerIds source = open(through(link), path)) {
            source.acquire(request(1023, LONG));
            link.delay(SLOW);
            List<Long> taken = new ArrayList<>();
            for (int i = 0; i < IDS; i++) {
                long before = link.answers();
                source.acquire(request(1023, LONG));
                taken.add(link.answers() - before);
            }
            requireThree(taken);
        }
    }

    @Test
    void idThatWasGivenBackTakesThree() {
        try (LossyLink link = new LossyLink(new InetSocketAddress(server.host(), server.port()));
                WorkerIds source = open(through(link), path)) {
            WorkerLease lease = source.acquire(request(0, LONG));
            link.delay(SLOW);
            List<Long> taken = new ArrayList<>();
            for (int i = 0; i < IDS; i++) {
                lease.release(lease.stampedUntil());
                long before = link.answers();
                lease = source.acquire(request(0, LONG));
                taken.add(link.answers() - before);
            }
            requireThree(taken);
            lease.close();
        }
    }

    /** Most of them; a sign of life of the session adds one, and a client that stands still between two requests parts what is sent together. */
    private static void requireThree(List<Long> taken) {
        assertThat(taken.stream().sorted().toList().get(IDS / 2))
                .as("median of the round trips %s", taken)
                .isEqualTo(3);
    }

    private static String through(LossyLink link) {
        return link.address().getHostString() + ":" + link.address().getPort();
    }
}
