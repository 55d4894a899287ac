package io.distid.zookeeper;

import static io.distid.zookeeper.ZooKeeperFixture.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.sun.management.ThreadMXBean;
import io.distid.BackendException;
import io.distid.IdGenerators;
import io.distid.InterruptedIdException;
import io.distid.LongIdGenerator;
import io.distid.spi.IdConfig;
import io.distid.spi.Providers;
import io.distid.testkit.Eventually;
import io.distid.testkit.ServerExtension;
import io.distid.testservers.ZooKeeperServer;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerIdsProvider;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How a source begins and ends where something is in its way: an interrupt, a frozen server, a close meanwhile, a great range. */
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LinkEndTest {
    @RegisterExtension
    static final ServerExtension<ZooKeeperServer> SERVER = new ServerExtension<>(ZooKeeperServer::start);

    @BeforeAll
    static void requireFaults() {
        SERVER.requireFaults();
    }

    private static Map<String, String> config(String worker, String path) {
        Map<String, String> config = new HashMap<>(Map.of(
                "connect", SERVER.get().connectString(), "create", "true", "max-ahead", "1s", "timeout", "500ms"));
        if (worker.equals("zookeeper")) {
            config.put("path", path);
        } else {
            config.putAll(Map.of("address", "10.0.0.1", "port", "8080", "leaf-name", path.substring(1)));
        }
        return config;
    }

    private static LongIdGenerator open(String worker) {
        Map<String, String> config = new HashMap<>(
                Map.of("preset", "leaf", "namespace", "orders", "worker", worker, "reservation", "500ms"));
        config(worker, ZooKeeperFixture.freshPath()).forEach((key, value) -> config.put("worker." + key, value));
        return (LongIdGenerator) IdGenerators.open("snowflake", config);
    }

    @ParameterizedTest
    @ValueSource(strings = {"zookeeper", "zookeeper-leaf"})
    void closeDoesNotWaitForAServerThatStandsStill(String worker) {
        LongIdGenerator generator = Eventually.untilAnswered(() -> open(worker));
        Eventually.untilAnswered(generator::nextId);
        SERVER.get().pause();
        try {
            Throwable error = catchThrowable(generator::close);
            assertThat(error).as("of a release without an answer").isInstanceOf(BackendException.class);
        } finally {
            SERVER.get().resume();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"zookeeper", "zookeeper-leaf"})
    void openThatIsInterruptedSaysSoAndKeepsTheInterrupt(String worker) {
        for (int i = 0; i < 5; i++) {
            Thread.currentThread().interrupt();
            Throwable error = catchThrowable(() -> open(worker).close());
            assertThat(Thread.interrupted())
                    .as("interrupt status after %s", error)
                    .isTrue();
            assertThat(error).isInstanceOf(InterruptedIdException.class).hasMessageContaining("interrupted");
        }
    }

    @Test
    void clientThatIsMadeWhileItsLinkIsClosedDoesNotLiveOn() throws Exception {
        ZooKeeperLink link = ZooKeeperLink.open(IdConfig.of(
                new ZooKeeperWorkerIdsProvider(),
                ZooKeeperFixture.patient("connect", SERVER.get().connectString())));
        // As Curator does for a call that finds its session gone, and forgets it when it is closed at that moment.
        ZooKeeper replaced = link.clients()
                .newZooKeeper(SERVER.get().connectString(), ZooKeeperFixture.TIMEOUT_MILLIS, event -> {}, false);
        Eventually.await("the connection").until(() -> replaced.getState().isConnected());
        link.close();
        Eventually.await("the end of all clients")
                .until(() ->
                        !replaced.getState().isAlive() && link.clients().alive().isEmpty());
        assertThatThrownBy(() -> link.clients()
                        .newZooKeeper(
                                SERVER.get().connectString(), ZooKeeperFixture.TIMEOUT_MILLIS, event -> {}, false))
                .isInstanceOf(IllegalStateException.class);
    }

    /** The server takes the connection and never answers, as one that stands still. */
    @ParameterizedTest
    @ValueSource(strings = {"zookeeper", "zookeeper-leaf"})
    void sourceThatIsClosedWhileItConnectsLeavesNoClient(String worker) throws Exception {
        try (ServerSocket mute = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            String address = "127.0.0.1:" + mute.getLocalPort();
            for (int i = 0; i < 4; i++) {
                Map<String, String> config = config(worker, "/mute");
                config.put("connect", address);
                config.put("session-timeout", "1s");
                WorkerIdsProvider provider = Providers.find(WorkerIdsProvider.class, worker);
                assertThatThrownBy(() -> {
                            try (WorkerIds ids = provider.open(IdConfig.of(provider, config))) {
                                ids.acquire(request(0, Duration.ofSeconds(1)));
                            }
                        })
                        .isInstanceOf(BackendException.class);
            }
            Eventually.await("the end of all clients")
                    .untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                            .extracting(Thread::getName)
                            .noneMatch(name -> name.contains(":" + mute.getLocalPort())));
        }
    }

    @Test
    void operationAfterCloseIsAnIllegalState() {
        WorkerIds ids = ZooKeeperFixture.open(SERVER.get(), ZooKeeperFixture.freshPath());
        ids.close();
        ids.close();
        assertThatThrownBy(() -> ids.acquire(request(0, Duration.ofSeconds(1))))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");
    }

    @Test
    void rangeOfTwentySixBitsIsNotHeldInMemory() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        try (WorkerIds ids = ZooKeeperFixture.open(SERVER.get(), ZooKeeperFixture.freshPath())) {
            WorkerRequest request = request((1 << 26) - 1, Duration.ofSeconds(1));
            ids.acquire(request).close();
            long before = threads.getCurrentThreadAllocatedBytes();
            WorkerLease lease = ids.acquire(request);
            assertThat(threads.getCurrentThreadAllocatedBytes() - before)
                    .as("bytes allocated for an id of %d", 1 << 26)
                    .isLessThan(16 << 20);
            lease.close();
        }
    }
}
