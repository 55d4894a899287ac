package io.distid.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.IdsExhaustedException;
import io.distid.LeaseLostException;
import io.distid.spi.IdConfig;
import io.distid.testkit.ConfigPairs;
import io.distid.testkit.Eventually;
import io.distid.testkit.Leases;
import io.distid.testkit.ManualClock;
import io.distid.testservers.RedisServer;
import io.distid.worker.HeldWorkerFile;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RedisSetWorkerIdsTest {
    private final RedisServer server = RedisFixture.server();
    private final String prefix = RedisFixture.freshKey();

    @TempDir
    private Path directory;

    /** Far longer than a test takes. */
    private static final Duration RESERVATION = Duration.ofMinutes(10);

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

    private static WorkerRequest otherLayout() {
        return new WorkerRequest(
                "orders", 65_535, OptionalInt.empty(), RESERVATION, "other-layout", "node", InstantSource.system());
    }

    private Set<String> members() {
        return RedisFixture.ask(server, client -> client.smembers(prefix + ":{orders}"));
    }

    /** Takes and releases id 0 with a stamp above all before. */
    private static long used(WorkerIds ids) {
        RenewedLease lease = Leases.byHand(ids, request(0, -1, "node"));
        long before = lease.stampedUntil();
        Leases.renewAbove(lease, before + 10);
        lease.release(before + 10);
        return before + 10;
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
    void derivedIdThatIsTakenIsReplacedByADrawnOne() {
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
    void firstStartIsToldWhileTheNamespaceIsMissing() {
        try (WorkerIds ids = open()) {
            WorkerRequest request = request(0, -1, "node");
            assertThat(ids.firstStart(request)).isEqualTo(RESERVATION.plusSeconds(1));
            ids.acquire(request).close();
            assertThat(ids.firstStart(request)).isZero();
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

    /** Nothing of the set expires, so no other process can take it while this one does not either. */
    @Test
    void idWhoseReleaseEndedInAnErrorIsTakenAgain() {
        RedisSetWorkerIdsProvider provider = new RedisSetWorkerIdsProvider();
        IdConfig config = IdConfig.of(provider, RedisFixture.config(server.url(), "prefix", prefix));
        AtomicBoolean fails = new AtomicBoolean();
        ScriptRunner real = RedisWorkerIdsProvider.connect(config, "worker ids");
        ScriptRunner failing = new ScriptRunner() {
            @Override
            public Object run(Script script, List<String> keys, List<String> arguments) {
                if (fails.getAndSet(false)) {
                    throw new OutOfMemoryError("planted");
                }
                return real.run(script, keys, arguments);
            }

            @Override
            public String where() {
                return real.where();
            }

            @Override
            public void close() {
                real.close();
            }
        };
        try (WorkerIds ids = new RedisSetWorkerIds(failing, prefix, Duration.ofSeconds(1), null, 1)) {
            WorkerLease lease = ids.acquire(request(0, -1, "node"));
            fails.set(true);
            assertThatThrownBy(lease::close).isInstanceOf(OutOfMemoryError.class);
            WorkerLease again = ids.acquire(request(0, -1, "node"));
            assertThat(again.workerId()).isZero();
            again.close();
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
        // What a crash leaves: the member in the set, the note beside it, and the file as it was while the lease was
        // held.
        WorkerIds crashed = openWithFile("id");
        WorkerLease lost = crashed.acquire(request(65_535, -1, "node"));
        Files.copy(directory.resolve("id"), directory.resolve("left"));
        long bound = lost.reservedUntil();
        crashed.close();
        try (WorkerIds again = openWithFile("left")) {
            WorkerLease lease = again.acquire(request(65_535, 17, "node"));
            assertThat(lease.workerId()).isEqualTo(lost.workerId());
            assertThat(lease.stampedUntil()).isGreaterThanOrEqualTo(bound);
            lease.close();
        }
        assertThat(members()).isEmpty();
    }

    /** Its bound is a reservation ahead of its clock, which Redis does not take. */
    @Test
    void nodeThatCrashedWhileItsClockWasAheadStartsOnceThatIsMended() throws Exception {
        ManualClock clock = new ManualClock(Instant.now());
        WorkerIds crashed = openWithFile("id");
        RenewedLease lost = Leases.byHand(
                crashed,
                new WorkerRequest("orders", 65_535, OptionalInt.empty(), RESERVATION, "layout", "node", clock));
        long bound = boundInFile("id");
        clock.advance(Duration.ofHours(1));
        assertThat(lost.renew()).isFalse();
        assertThat(lost.failure()).hasMessageContaining("ahead");
        assertThat(boundInFile("id")).isEqualTo(bound);
        Files.copy(directory.resolve("id"), directory.resolve("left"));
        crashed.close();
        try (WorkerIds again = openWithFile("left")) {
            WorkerLease lease = again.acquire(request(65_535, -1, "node"));
            assertThat(lease.workerId()).isEqualTo(lost.workerId());
            lease.close();
        }
    }

    /** As after a failover to a server whose clock is behind: nothing was put into the set. */
    @Test
    void idThatIsReservedTooFarAheadIsNotAskedForAgain() {
        String notes = prefix + ":{orders}:notes";
        try (WorkerIds ids = open()) {
            ids.acquire(request(1, 1, "node")).close();
            long far = System.currentTimeMillis() + Duration.ofHours(1).toMillis();
            RedisFixture.ask(server, client -> client.hset(notes, "1", far + " " + far + " - - node"));
            assertThatThrownBy(() -> ids.acquire(request(1, 1, "node"))).isInstanceOf(BackendException.class);
            WorkerLease lease = ids.acquire(request(1, 0, "node"));
            assertThat(lease.workerId()).isZero();
            lease.close();
        }
    }

    @Test
    void copyOfAFileTakesTheIdAwayFromTheOneThatHasTheFile() throws Exception {
        try (WorkerIds ids = openWithFile("id");
                WorkerIds copy = openWithFile("copy")) {
            RenewedLease first = Leases.byHand(ids, request(65_535, -1, "node"));
            Files.copy(directory.resolve("id"), directory.resolve("copy"));
            WorkerLease second = copy.acquire(request(65_535, -1, "node"));
            assertThat(second.workerId()).isEqualTo(first.workerId());
            assertThat(second.stampedUntil()).isGreaterThanOrEqualTo(first.reservedUntil());
            assertThat(first.renew()).isFalse();
            assertThat(first.health().lost()).isTrue();
            assertThat(first.failure()).isInstanceOf(LeaseLostException.class);
            assertThat(first.reservedUntil()).isLessThanOrEqualTo(second.stampedUntil());
            first.close();
            assertThat(members()).hasSize(1);
            second.close();
        }
    }

    @Test
    void holderWhoseIdIsFreedByHandLosesItAndTheNextBeginsAboveItsBound() {
        try (WorkerIds ids = open();
                WorkerIds other = open()) {
            RenewedLease crashed = Leases.byHand(ids, request(0, -1, "node"));
            RedisFixture.ask(server, client -> client.srem(prefix + ":{orders}", "0"));
            WorkerLease next = other.acquire(request(0, -1, "other"));
            assertThat(next.stampedUntil()).isGreaterThanOrEqualTo(crashed.reservedUntil());
            assertThat(crashed.renew()).isFalse();
            assertThat(crashed.health().lost()).isTrue();
            assertThat(crashed.failure()).isInstanceOf(LeaseLostException.class).hasMessageContaining("other");
            assertThat(crashed.reservedUntil()).isLessThanOrEqualTo(next.stampedUntil());
            crashed.close();
            assertThat(members()).containsExactly("0");
            next.close();
        }
    }

    @Test
    void holderWhoseIdIsNotInTheSetAnyMoreIsRefusedThoughNobodyTookIt() {
        try (WorkerIds ids = open()) {
            RenewedLease lease = Leases.byHand(ids, request(0, -1, "node"));
            RedisFixture.ask(server, client -> client.del(prefix + ":{orders}"));
            assertThat(lease.renew()).isFalse();
            assertThat(lease.health().lost()).isTrue();
            assertThat(lease.failure()).isInstanceOf(LeaseLostException.class).hasMessageContaining("nobody");
        }
    }

    @Test
    void otherLayoutIsRefusedWithOrWithoutAFile() {
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
            lease.close();
        }
    }

    @Test
    void aLayoutThatIsRefusedLeavesNoFileByWhichTheRightOneWouldBeRefused() {
        try (WorkerIds ids = open();
                WorkerIds filed = openWithFile("id")) {
            WorkerLease lease = ids.acquire(request(65_535, -1, "node"));
            assertThatThrownBy(() -> filed.acquire(otherLayout())).isInstanceOf(ConfigException.class);
            assertThat(directory.resolve("id")).doesNotExist();
            filed.acquire(request(65_535, -1, "node")).close();
            lease.close();
        }
    }

    @Test
    void boundIsToldOnceFileAndServerHaveIt() throws Exception {
        try (WorkerIds ids = openWithFile("id")) {
            RenewedLease lease = Leases.byHand(ids, request(65_535, -1, "node"));
            String id = Integer.toString(lease.workerId());
            for (int i = 0; i < 3; i++) {
                long reported = lease.reservedUntil();
                String note = RedisFixture.ask(server, client -> client.hget(prefix + ":{orders}:notes", id));
                assertThat(Long.parseLong(note.split(" ")[0])).isGreaterThanOrEqualTo(reported);
                assertThat(boundInFile("id")).isGreaterThanOrEqualTo(reported);
                Leases.renewAbove(lease, reported);
            }
            lease.close();
        }
    }

    @Test
    void fileThatIsFurtherThanTheServerIsBegunAbove() throws Exception {
        try (WorkerIds ids = openWithFile("id")) {
            WorkerRequest request = request(65_535, -1, "node").withReservation(Duration.ofMillis(200));
            WorkerLease lease = ids.acquire(request);
            lease.release(lease.stampedUntil());
            long further = lease.stampedUntil() + 300;
            // Else it would be further ahead than a bound may be.
            Eventually.await("a later time").until(() -> System.currentTimeMillis() > further - 1_000);
            HeldWorkerFile file = HeldWorkerFile.lock(directory.resolve("id"));
            file.write(file.read().withReservedUntil(further));
            file.close();
            WorkerLease next = ids.acquire(request);
            assertThat(next.workerId()).isEqualTo(lease.workerId());
            assertThat(next.stampedUntil()).isGreaterThanOrEqualTo(further);
            next.close();
        }
    }

    private long boundInFile(String name) throws Exception {
        return Long.parseLong(
                Files.readString(directory.resolve(name)).replaceFirst("(?s).*reserved-until (\\d+).*", "$1"));
    }

    @Test
    void fileOfAnotherLayoutOrNamespaceIsRefused() {
        try (WorkerIds ids = openWithFile("id")) {
            ids.acquire(request(65_535, -1, "node")).close();
            WorkerRequest other = otherLayout();
            assertThatThrownBy(() -> ids.acquire(other))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("other-layout");
        }
    }

    @Test
    void boundOnDiskMovesOnWhileTheLeaseIsHeld() {
        try (WorkerIds ids = openWithFile("id")) {
            WorkerLease lease = ids.acquire(request(65_535, -1, "node").withReservation(Duration.ofMillis(300)));
            long bound = lease.reservedUntil();
            Eventually.await("a renewal").until(() -> lease.reservedUntil() > bound);
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
            long last = used(ids);
            WorkerLease lease = ids.acquire(request(0, -1, "node"));
            assertThat(lease.stampedUntil()).isEqualTo(last);
            lease.release(last - 1);
            assertThat(ids.acquire(request(0, -1, "node")).stampedUntil()).isEqualTo(last);
        }
    }

    @Test
    void nodeThatStampedNothingDoesNotLowerTheBoundInItsFile() {
        try (WorkerIds ids = openWithFile("id")) {
            long last = used(ids);
            WorkerLease idle = ids.acquire(request(0, -1, "node"));
            assertThat(idle.stampedUntil()).isEqualTo(last);
            idle.release(Long.MIN_VALUE);
            WorkerLease next = ids.acquire(request(0, -1, "node"));
            assertThat(next.stampedUntil()).isEqualTo(last);
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
