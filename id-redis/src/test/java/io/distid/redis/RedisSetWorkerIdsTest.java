package io.distid.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.IdsExhaustedException;
import io.distid.internal.worker.FileWorkerIdsProvider;
import io.distid.spi.IdConfig;
import io.distid.testkit.ConfigPairs;
import io.distid.testkit.Leases;
import io.distid.testservers.RedisServer;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a set and a file add to leases from Redis. */
class RedisSetWorkerIdsTest {
    /** Far longer than a test takes. */
    private static final Duration RESERVATION = Duration.ofMinutes(10);
    /** Whose end is waited for. */
    private static final Duration BRIEF = Duration.ofMillis(500);

    private final RedisServer server = RedisFixture.server();
    private final String prefix = RedisFixture.freshKey();
    private final String set = prefix + ":{orders}";

    @TempDir
    private Path directory;

    private WorkerIds open(String... settings) {
        Map<String, String> config =
                ConfigPairs.with(RedisFixture.config(server.url(), "prefix", prefix, "max-ahead", "1s"), settings);
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
                RESERVATION,
                "layout",
                holder,
                InstantSource.system());
    }

    private static WorkerRequest brief(int preferred) {
        return request(65_535, preferred, "node").withReservation(BRIEF);
    }

    private static WorkerRequest otherLayout() {
        return new WorkerRequest(
                "orders", 65_535, OptionalInt.empty(), RESERVATION, "other-layout", "node", InstantSource.system());
    }

    private Set<String> members() {
        return RedisFixture.ask(server, client -> client.smembers(set));
    }

    @Test
    void firstStartIsAnnouncedWhileTheNamespaceIsMissing() {
        try (WorkerIds ids = open()) {
            WorkerRequest request = request(0, -1, "node");
            assertThat(ids.firstStart(request)).isEqualTo(RESERVATION.plusSeconds(1));
            ids.acquire(request).close();
            assertThat(ids.firstStart(request)).isZero();
        }
    }

    @Test
    void setThatIsFullIsReportedWithItsHolders() {
        try (WorkerIds ids = open()) {
            RedisFixture.ask(server, client -> client.sadd(set, "1"));
            WorkerLease lease = ids.acquire(request(1, -1, "orders-3/4711"));
            assertThat(lease.workerId()).as("the id that no other program has").isZero();
            assertThatThrownBy(() -> ids.acquire(request(1, -1, "other")))
                    .isInstanceOf(IdsExhaustedException.class)
                    .hasMessageContaining("from 0 to 1")
                    .hasMessageContaining("set " + set)
                    .hasMessageContaining("0 by orders-3/4711")
                    .hasMessageContaining("1 by another program, in set " + set);
            lease.close();
            assertThat(members()).containsExactly("1");
        }
    }

    @Test
    void nodeThatCrashedWaitsForTheIdOfItsFileAndBeginsAboveItsBound() {
        WorkerIds crashed = openWithFile("id");
        RenewedLease lost = Leases.byHand(crashed, brief(-1));
        lost.renew();
        // What a crash leaves: the record, the member and the file. The lock is the system's to free.
        crashed.close();
        try (WorkerIds again = openWithFile("id")) {
            WorkerLease lease = again.acquire(brief(17));
            assertThat(lease.workerId()).isEqualTo(lost.workerId());
            assertThat(lease.stampedUntil()).isGreaterThanOrEqualTo(lost.reservedUntil());
            lease.close();
        }
        assertThat(members()).isEmpty();
    }

    /** The one that has it goes on, and the other moves. */
    @Test
    void copyOfAFileTakesNoIdAway() throws Exception {
        try (WorkerIds ids = openWithFile("id");
                WorkerIds copy = openWithFile("copy")) {
            RenewedLease first = (RenewedLease) ids.acquire(brief(-1));
            Files.copy(directory.resolve("id"), directory.resolve("copy"));
            WorkerLease second = copy.acquire(brief(-1));
            // A machine that stands still for a reservation loses its id to the copy, which begins above its bound.
            if (second.workerId() == first.workerId()) {
                assertThat(second.stampedUntil()).isGreaterThanOrEqualTo(first.reservedUntil());
            } else {
                assertThat(idIn("copy")).isEqualTo(second.workerId());
                assertThat(first.health().lost()).isFalse();
            }
            assertThat(idIn("id")).isEqualTo(first.workerId());
            first.close();
            second.close();
        }
    }

    @Test
    void idOfTheFileThatSomebodyTookMeanwhileIsNotUsed() throws Exception {
        int id;
        try (WorkerIds ids = openWithFile("id")) {
            WorkerLease lease = ids.acquire(brief(-1));
            id = lease.workerId();
            lease.close();
        }
        RedisFixture.ask(server, client -> client.sadd(set, Integer.toString(id)));
        try (WorkerIds ids = openWithFile("id")) {
            int other = id == 17 ? 18 : 17;
            assertThat(ids.acquire(brief(other)).workerId()).isEqualTo(other);
            assertThat(idIn("id")).isEqualTo(other);
        }
    }

    @Test
    void otherLayoutIsRefusedAndLeavesNoFile() {
        try (WorkerIds ids = open();
                WorkerIds filed = openWithFile("id")) {
            WorkerLease lease = ids.acquire(request(65_535, -1, "node"));
            WorkerRequest other = otherLayout();
            for (WorkerIds source : List.of(ids, filed)) {
                assertThatThrownBy(() -> source.acquire(other))
                        .isInstanceOf(ConfigException.class)
                        .hasMessageContaining("\"layout\"")
                        .hasMessageContaining("\"other-layout\"");
            }
            assertThat(directory.resolve("id")).doesNotExist();
            filed.acquire(request(65_535, -1, "node")).close();
            lease.close();
        }
    }

    @Test
    void fileOfAnotherLayoutIsRefused() {
        try (WorkerIds ids = openWithFile("id")) {
            ids.acquire(request(65_535, -1, "node")).close();
            WorkerRequest other = otherLayout();
            assertThatThrownBy(() -> ids.acquire(other))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("other-layout");
        }
    }

    /** Which has no bound, and without it ids could repeat. */
    @Test
    void fileIsNoneOfASourceThatKeepsItsBoundInIt() {
        try (WorkerIds ids = openWithFile("id")) {
            ids.acquire(request(65_535, -1, "node")).close();
        }
        FileWorkerIdsProvider provider = new FileWorkerIdsProvider();
        IdConfig config =
                IdConfig.of(provider, Map.of("file", directory.resolve("id").toString(), "id", "0"));
        try (WorkerIds file = provider.open(config)) {
            assertThatThrownBy(() -> file.acquire(request(65_535, -1, "node")))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("name another file");
        }
    }

    @Test
    void fileServesOneSource() {
        WorkerIds ids = openWithFile("id");
        assertThatThrownBy(() -> openWithFile("id"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("in use");
        ids.close();
        openWithFile("id").close();
    }

    @Test
    void idWhoseFileCannotBeWrittenIsGivenBack() throws Exception {
        try (WorkerIds ids = openWithFile("id")) {
            Files.delete(directory.resolve("id.lock"));
            assertThatThrownBy(() -> ids.acquire(request(65_535, -1, "node")))
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining("id.lock was deleted");
            assertThat(members()).isEmpty();
        }
    }

    @Test
    void damagedFileIsRefused() throws Exception {
        try (WorkerIds ids = openWithFile("id")) {
            ids.acquire(request(65_535, -1, "node")).close();
        }
        Path file = directory.resolve("id");
        Files.writeString(file, Files.readString(file).replaceFirst("worker-id \\d+", "worker-id 70000"));
        try (WorkerIds ids = openWithFile("id")) {
            assertThatThrownBy(() -> ids.acquire(request(65_535, -1, "node")))
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining(file.toString());
        }
    }

    @Test
    void badSettingsAreRefusedAndHoldNoFile() {
        assertThatThrownBy(() -> open(
                        "url",
                        "redis://127.0.0.1:1",
                        "open-timeout",
                        "100ms",
                        "file",
                        directory.resolve("id").toString()))
                .isInstanceOf(BackendException.class);
        openWithFile("id").close();
        assertThatThrownBy(() -> open("prefix", "{x}")).isInstanceOf(ConfigException.class);
    }

    private int idIn(String name) throws Exception {
        return Integer.parseInt(
                Files.readString(directory.resolve(name)).replaceFirst("(?s).*worker-id (\\d+).*", "$1"));
    }
}
