package io.distid.zookeeper;

import static io.distid.zookeeper.ZooKeeperFixture.open;
import static io.distid.zookeeper.ZooKeeperFixture.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.distid.testkit.ServerAssumptions;
import io.distid.testservers.ZooKeeperServer;
import io.distid.testservers.fault.LossyLink;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

/** How often one who acquires waits for the server, over a link so slow that what is sent together is answered together. */
class ZooKeeperRoundTripsTest {
    private static final Duration LONG = Duration.ofMinutes(10);
    private static final Duration SLOW = Duration.ofMillis(20);
    private static final int ATTEMPTS = 200;

    private final ZooKeeperServer server = ServerAssumptions.orSkip(ZooKeeperServer::shared);
    private final String path = ZooKeeperFixture.freshPath();

    @Test
    void idThatNobodyEverHadTakesThree() {
        try (LossyLink link = ZooKeeperFixture.link(server);
                WorkerIds source = open(ZooKeeperFixture.connect(link.address()), path)) {
            source.acquire(request(1023, LONG));
            link.delay(SLOW);
            requireThree(() -> {
                long before = link.answers();
                source.acquire(request(1023, LONG));
                return link.answers() - before;
            });
        }
    }

    @Test
    void idThatWasGivenBackTakesThree() {
        try (LossyLink link = ZooKeeperFixture.link(server);
                WorkerIds source = open(ZooKeeperFixture.connect(link.address()), path)) {
            source.acquire(request(0, LONG)).close();
            link.delay(SLOW);
            requireThree(() -> {
                long before = link.answers();
                WorkerLease lease = source.acquire(request(0, LONG));
                long taken = link.answers() - before;
                lease.close();
                return taken;
            });
        }
    }

    /**
     * At one of several attempts, and never fewer: a sign of life of the session adds one, and a client that stands still between two requests
     * parts what is sent together, which on a busy machine is the rule.
     */
    private static void requireThree(LongSupplier acquire) {
        List<Long> taken = new ArrayList<>();
        do {
            taken.add(acquire.getAsLong());
        } while (taken.get(taken.size() - 1) > 3 && taken.size() < ATTEMPTS);
        assertThat(taken).as("round trips").last().isEqualTo(3L);
    }
}
