package io.distid.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.IdsExhaustedException;
import io.distid.spi.IdConfig;
import io.distid.spi.WorkerIds;
import io.distid.spi.WorkerLease;
import io.distid.spi.WorkerRequest;
import io.distid.testkit.server.RedisServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RedisSetWorkerIdsTest {
    private final RedisServer server = RedisFixture.server();
    private final String prefix = RedisFixture.freshKey();

    @TempDir
    private Path directory;

    private WorkerIds open(String... settings) {
        Map<String, String> config = new HashMap<>(Map.of("url", server.url(), "prefix", prefix));
        for (int i = 0; i < settings.length; i += 2) {
            config.put(settings[i], settings[i + 1]);
        }
        RedisSetWorkerIdsProvider provider = new RedisSetWorkerIdsProvider();
        return provider.open(IdConfig.of(provider, config));
    }

    private WorkerIds openWithFile(String name) {
        return open("file", directory.resolve(name).toString());
    }

    private static WorkerRequest request(int lastId, int preferred, String holder) {
        return new WorkerRequest(
                "orders",
                0,
                lastId,
                preferred < 0 ? OptionalInt.empty() : OptionalInt.of(preferred),
                Duration.ofSeconds(3),
                "layout",
                holder,
                InstantSource.system());
    }

    private Set<String> members() {
        return RedisFixture.ask(server, client -> client.smembers(prefix + ":{orders}"));
    }

    @Test
    void idsOfOneNamespaceDifferAndAreFreedOnClose() {
        try (WorkerIds ids = open("attempts", "1000")) {
            List<WorkerLease> leases = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                leases.add(ids.acquire(request(7, -1, "node-" + i)));
            }
            assertThat(leases.stream().map(WorkerLease::workerId).collect(Collectors.toSet()))
                    .hasSize(8);
            assertThat(members()).hasSize(8);
            leases.forEach(WorkerLease::close);
            assertThat(members()).isEmpty();
        }
    }

    @Test
    void derivedIdThatClashesIsReplacedByADrawnOne() {
        try (WorkerIds ids = open("attempts", "1000")) {
            WorkerLease first = ids.acquire(request(3, 2, "one"));
            WorkerLease second = ids.acquire(request(3, 2, "two"));
            assertThat(first.workerId()).isEqualTo(2);
            assertThat(second.workerId()).isNotEqualTo(2).isBetween(0, 3);
            first.close();
            second.close();
        }
    }

    @Test
    void setThatIsFullIsToldWithItsHolders() {
        try (WorkerIds ids = open()) {
            WorkerLease lease = ids.acquire(request(0, -1, "orders-3/4711"));
            assertThatThrownBy(() -> ids.acquire(request(0, -1, "other")))
                    .isInstanceOf(IdsExhaustedException.class)
                    .hasMessageContaining("from 0 to 0")
                    .hasMessageContaining("0 by orders-3/4711")
                    .hasMessageContaining("SREM " + prefix + ":{orders}");
            lease.close();
        }
    }

    @Test
    void memberThatSomebodyElsePutThereIsTaken() {
        RedisFixture.ask(server, client -> client.sadd(prefix + ":{orders}", "0"));
        try (WorkerIds ids = open()) {
            assertThatThrownBy(() -> ids.acquire(request(0, -1, "node")))
                    .isInstanceOf(IdsExhaustedException.class)
                    .hasMessageContaining("0 by somebody");
        }
    }

    @Test
    void nodeThatCrashedGetsItsIdBackFromTheFileAboveItsBound() throws Exception {
        // What a crash leaves: the member in the set, and the file as it was while the lease was held.
        Path left = directory.resolve("left");
        int id;
        long bound;
        try (WorkerIds ids = openWithFile("id")) {
            WorkerLease lease = ids.acquire(request(65_535, -1, "node"));
            id = lease.workerId();
            Files.copy(directory.resolve("id"), left);
            bound = lease.reservedUntil();
            lease.close();
        }
        RedisFixture.ask(server, client -> client.sadd(prefix + ":{orders}", Integer.toString(id)));
        String token = Files.readString(left).replaceFirst("(?s).* token=(\\S+).*", "$1");
        RedisFixture.ask(
                server,
                client -> client.hset(
                        prefix + ":{orders}:notes", Integer.toString(id), "held " + token + " crashed-node"));
        try (WorkerIds again = openWithFile("left")) {
            WorkerLease lease = again.acquire(request(65_535, 17, "node"));
            assertThat(lease.workerId()).isEqualTo(id);
            assertThat(lease.stampedUntil()).isBetween(bound - 3_000, bound);
            lease.close();
        }
        assertThat(members()).isEmpty();
    }

    @Test
    void fileOfAnotherLayoutOrNamespaceIsRefused() {
        try (WorkerIds ids = openWithFile("id")) {
            ids.acquire(request(65_535, -1, "node")).close();
            WorkerRequest other = new WorkerRequest(
                    "orders",
                    65_535,
                    OptionalInt.empty(),
                    Duration.ofSeconds(3),
                    "other-layout",
                    "node",
                    InstantSource.system());
            assertThatThrownBy(() -> ids.acquire(other))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("other-layout");
        }
    }

    @Test
    void boundOnDiskMovesOnWhileTheLeaseIsHeld() {
        try (WorkerIds ids = openWithFile("id")) {
            WorkerLease lease = ids.acquire(request(65_535, -1, "node"));
            long bound = lease.reservedUntil();
            Awaitility.await("a renewal").until(() -> lease.reservedUntil() > bound);
            lease.close();
        }
    }

    @Test
    void idOfTheFileThatSomebodyTookMeanwhileIsNotUsed() {
        int id;
        try (WorkerIds ids = openWithFile("id")) {
            WorkerLease lease = ids.acquire(request(65_535, -1, "node"));
            id = lease.workerId();
            lease.close();
        }
        try (WorkerIds other = open();
                WorkerIds ids = openWithFile("id")) {
            assertThat(other.acquire(request(65_535, id, "other")).workerId()).isEqualTo(id);
            assertThat(ids.acquire(request(65_535, 17, "node")).workerId()).isEqualTo(17);
        }
    }

    @Test
    void nextHolderBeginsAboveTheLastStamp() {
        try (WorkerIds ids = open()) {
            long ahead = System.currentTimeMillis() + 60_000;
            ids.acquire(request(0, -1, "node")).release(ahead);
            WorkerLease lease = ids.acquire(request(0, -1, "node"));
            assertThat(lease.stampedUntil()).isEqualTo(ahead);
            lease.release(ahead - 1);
            assertThat(ids.acquire(request(0, -1, "node")).stampedUntil()).isEqualTo(ahead);
        }
    }

    @Test
    void nodeThatStampedNothingDoesNotLowerTheBoundInItsFile() {
        try (WorkerIds ids = openWithFile("id")) {
            long ahead = System.currentTimeMillis() + 2_000;
            ids.acquire(request(65_535, -1, "node")).release(ahead);
            WorkerLease idle = ids.acquire(request(65_535, -1, "node"));
            assertThat(idle.stampedUntil()).isEqualTo(ahead);
            idle.release(Long.MIN_VALUE);
            WorkerLease next = ids.acquire(request(65_535, -1, "node"));
            assertThat(next.stampedUntil()).isEqualTo(ahead);
            next.close();
        }
    }

    @Test
    void secondReleaseDoesNotFreeTheNextHoldersId() {
        try (WorkerIds ids = open()) {
            WorkerLease first = ids.acquire(request(0, -1, "one"));
            first.close();
            WorkerLease second = ids.acquire(request(0, -1, "two"));
            first.close();
            assertThat(members()).containsExactly("0");
            second.close();
        }
    }

    @Test
    void fileServesOneLeaseOfOneProcess() {
        try (WorkerIds ids = openWithFile("id")) {
            WorkerLease lease = ids.acquire(request(65_535, -1, "node"));
            assertThatThrownBy(() -> ids.acquire(request(65_535, -1, "node")))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("file");
            try (WorkerIds other = openWithFile("id")) {
                assertThatThrownBy(() -> other.acquire(request(65_535, -1, "node")))
                        .isInstanceOf(ConfigException.class)
                        .hasMessageContaining("in use");
            }
            lease.close();
            ids.acquire(request(65_535, -1, "node")).close();
        }
    }

    @Test
    void damagedFileIsRefused() throws Exception {
        try (WorkerIds ids = openWithFile("id")) {
            ids.acquire(request(65_535, -1, "node")).close();
        }
        Path file = directory.resolve("id");
        Files.writeString(file, Files.readString(file).replaceFirst("worker-id \\d+", "worker-id 5"));
        try (WorkerIds ids = openWithFile("id")) {
            assertThatThrownBy(() -> ids.acquire(request(65_535, -1, "node")))
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining(file.toString());
        }
    }

    @Test
    void badSettingsAreRefused() {
        assertThatThrownBy(() -> open("url", "redis://127.0.0.1:1")).isInstanceOf(BackendException.class);
        assertThatThrownBy(() -> open("prefix", "{x}")).isInstanceOf(ConfigException.class);
        assertThatThrownBy(() -> open("attempts", "0")).isInstanceOf(ConfigException.class);
    }
}
